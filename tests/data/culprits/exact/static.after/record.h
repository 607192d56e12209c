#define N_FIELDS 6

int read_record (const char *line, int fields[N_FIELDS]);
int write_record (const char *line, char *out);
