// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>
namespace geo
{
template <typename T> struct Sum
{
  T value{};
  __attribute__ ((noinline)) void add (const std::vector<T> &v)
  {
    for (const T &x : v)
      value += x * x;
  }
};
__attribute__ ((noinline)) static double
spread (const std::vector<double> &v, double mean)
{
  double s = 0;
  for (double x : v)
    s += (x - mean) * (x - mean);
  return s;
}
class Shape
{
public:
  virtual ~Shape () {}
  virtual double area (int n) const = 0;
};
class Circle : public Shape
{
  double r;
public:
  Circle (double r) : r (r) {}
  __attribute__ ((noinline)) double area (int n) const override
  {
    double a = 0;
    for (int i = 0; i < n; i++)
      a += r * r / (i + 1);
    return a;
  }
};
class Square : public Shape
{
  double r;
public:
  Square (double r) : r (r) {}
  __attribute__ ((noinline)) double area (int n) const override
  {
    double a = 0;
    for (int i = 0; i < n; i++)
      a += r / (i + 2);
    return a;
  }
};
}
namespace
{
__attribute__ ((noinline)) int
count_words (const std::string &text)
{
  int n = 0;
  for (size_t i = 0; i < text.size (); i++)
    n += text[i] == ' ';
  return n;
}
__attribute__ ((noinline)) double
apply (int n)
{
  auto f = [] (int k) __attribute__ ((noinline)) {
    double s = 0;
    for (int i = 0; i < k; i++)
      s += 1.0 / (i + 3);
    return s;
  };
  return f (n);
}
__attribute__ ((noinline)) double
apply (double n)
{
  double s = n;
  for (int i = 0; i < 2000; i++)
    s = s * 0.999 + 1;
  return s;
}
}
__attribute__ ((noinline)) static unsigned
fib (unsigned n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}
int
main (int argc, char **argv)
{
  int rounds = argc > 1 ? atoi (argv[1]) : 200;
  double total = 0;
  std::vector<double> v (3000);
  std::string text (20000, ' ');
  for (size_t i = 0; i < v.size (); i++)
    v[i] = i * 0.5;
  for (int r = 0; r < rounds; r++)
    {
      geo::Sum<double> sum;
      geo::Circle circle (r);
      geo::Square square (r);
      const geo::Shape *shapes[] = { &circle, &square };
      sum.add (v);
      total += sum.value + geo::spread (v, 700);
      for (const geo::Shape *shape : shapes)
        total += shape->area (4000);
      total += count_words (text) + apply (3000) + apply (2.5) + fib (8);
    }
  printf ("%g\n", total);
  return 0;
}
