// SPDX-License-Identifier: GPL-3.0-or-later
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

public class Words {
  static class Largest<T extends Comparable<T>> {
    T of(List<T> list) {
      T largest = list.get(0);
      for (T item : list)
        if (item.compareTo(largest) > 0)
          largest = item;
      return largest;
    }
  }

  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  static long words(String text) {
    return Arrays.stream(text.split(" ")).map(String::length).filter(n -> n > 2).count();
  }

  static double sum(DoubleUnaryOperator f, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += f.applyAsDouble(i);
    return sum;
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    String text = "lorem ipsum dolor ".repeat(400);
    long total = 0;
    Thread worker = new Thread(() -> {
      long all = 0;
      for (int i = 0; i < rounds; i++)
        all += fib(18);
      System.out.println(all);
    }, "worker-1");

    worker.start();
    for (int i = 0; i < rounds; i++) {
      List<Integer> list = new ArrayList<>();
      HashMap<String, Integer> map = new HashMap<>();

      for (int k = 0; k < 2000; k++)
        list.add(k ^ i);
      Collections.sort(list, Comparator.comparing(x -> -x));
      for (int k = 0; k < 500; k++)
        map.merge("k" + (k % 37), 1, Integer::sum);
      total += words(text) + new Largest<Integer>().of(list) + map.size() + (long) sum(x -> Math.sqrt(x), 3000);
    }
    worker.join();
    System.out.println(total);
  }
}
