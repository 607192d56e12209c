/* Prints a table with columns as wide as their widest cell. */
#include <stdio.h>
#include <string.h>

#define N_ROWS    60
#define N_COLUMNS 5
#define N_CHARS   24

static char cells[N_ROWS][N_COLUMNS][N_CHARS];

static void
fill_cell (int row, int column)
{
  int length = 3 + (row * 7 + column * 5) % 17;

  for (int i = 0; i < length; i++)
    cells[row][column][i] = (char) ('a' + (row + column + i) % 26);
  cells[row][column][length] = '\0';
}

static void
fill_table (void)
{
  for (int row = 0; row < N_ROWS; row++)
    for (int column = 0; column < N_COLUMNS; column++)
      fill_cell (row, column);
}

static int
column_width (int column)
{
  int width = 0;

  for (int row = 0; row < N_ROWS; row++)
    {
      int length = (int) strlen (cells[row][column]);

      width = length > width ? length : width;
    }
  return width;
}

static void
print_cell (const char *text, int width)
{
  int length = 0;

  for (; text[length] != '\0'; length++)
    putchar (text[length]);
  for (; length < width; length++)
    putchar (' ');
  putchar ('|');
}

static void
print_table (void)
{
  int widths[N_COLUMNS];

  for (int column = 0; column < N_COLUMNS; column++)
    widths[column] = column_width (column);
  for (int row = 0; row < N_ROWS; row++)
    {
      for (int column = 0; column < N_COLUMNS; column++)
        print_cell (cells[row][column], widths[column]);
      putchar ('\n');
    }
}

int
main (void)
{
  for (int page = 0; page < 5; page++)
    {
      fill_table ();
      print_table ();
    }
  return 0;
}
