/* Stores blocks with their checksums. */
#include <stdio.h>
#include <string.h>

#define N_BLOCKS 250
#define N_BYTES  4096

static unsigned char block[N_BYTES], store[N_BYTES];

static void
make_block (unsigned number)
{
  for (unsigned i = 0; i < N_BYTES; i++)
    block[i] = (unsigned char) (number * 31 + i * 7 + (i >> 5));
}

static unsigned
checksum (void)
{
  unsigned sum = 1;

  for (unsigned i = 0; i < N_BYTES; i++)
    {
      sum = (sum << 5) + sum + block[i];
      sum ^= sum >> 7;
    }
  return sum;
}

static unsigned
compress_block (void)
{
  unsigned n = 0;

  for (unsigned i = 0; i < N_BYTES; i++)
    if (i == 0 || block[i] != block[i - 1])
      store[n++] = block[i];
  return n;
}

static unsigned
count_zeros (unsigned n)
{
  unsigned zeros = 0;

  for (unsigned i = 0; i < n; i++)
    zeros += store[i] == 0;
  return zeros;
}

static unsigned
store_block (unsigned number)
{
  unsigned sum, n;

  make_block (number);
  sum = checksum ();
  n = compress_block ();
  return sum + n + count_zeros (n);
}

int
main (void)
{
  unsigned sum = 0;

  for (unsigned number = 0; number < N_BLOCKS; number++)
    sum += store_block (number);
  printf ("%u\n", sum);
  return 0;
}
