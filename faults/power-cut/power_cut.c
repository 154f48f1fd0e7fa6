/*
 * A power cut for one process, preloaded into it.
 *
 *   write ──► performed, and noted with what was there before ──┬─ fsync of the file ──► durable: the note is dropped
 *                                                               └─ cut ──► undone, then _exit
 *
 * `kill -9` leaves the page cache to the next process, so it cannot tell a flushed write from one that was only made. Here
 * the cut undoes every write of each file since that file was last flushed, and every creation, removal and renaming in the
 * data folder, or a folder in it, since that very folder was. A folder whose own making was not flushed goes with all that
 * is in it. With POWER_CUT_KEEP some of what was not flushed survives, whole or torn in sectors,
 * in any combination: a disk may write in whatever order it likes.
 *
 * Settings, by environment variable:
 *   POWER_CUT_DIR      the folder whose files are watched
 *   POWER_CUT_TRIGGER  path of a FIFO, made here. A number written to it is the cut: 0 is at once, n is in place of the
 *                      n-th write to a watched file from then on. Beside it, in a folder of the same name and ".aside", wait
 *                      removed files, in case their removal is undone: out of the way of whoever lists or removes a folder
 *   POWER_CUT_KEEP     seed of the choice of unflushed writes that survive; without it none does
 *   POWER_CUT_LIE      when set, flushing a -wal file answers success and does nothing (what synchronous=NORMAL amounts to)
 *
 * The kernel is called directly, so that no wrapper meets another. No file descriptor of a watched file is opened before
 * the cut: closing one would drop the locks that SQLite holds on the file.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { files_at_most = 256, sector = 512, exit_code = 137 };

struct change {
  bool is_truncation;
  off_t at;
  size_t length; /* bytes written */
  char *after;
  size_t before_length; /* bytes that were there */
  char *before;
  off_t size_before;
  off_t size_after;
};

struct file {
  dev_t device;
  ino_t inode;
  bool gone;
  char path[PATH_MAX];
  struct change *changes;
  size_t count, capacity;
};

struct entry_change {
  enum { created, removed, renamed, folder_made, folder_removed } kind;
  char path[PATH_MAX];
  char other[PATH_MAX]; /* where a removed file waits; what a renamed one was called */
  char replaced[PATH_MAX]; /* where the file waits that a renaming replaced */
};

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static const char *trigger;
static bool lies, keeps;
static uint64_t chance;
static unsigned long writes, cut_at;
static struct file files[files_at_most];
static size_t file_count;
static struct entry_change *entries;
static size_t entry_count, entry_capacity;
static unsigned hidden;

static void fail(const char *what) {
  dprintf(2, "power cut: %s\n", what);
  syscall(SYS_exit_group, 99);
}

static void *more(void *memory, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return memory;
  *capacity = *capacity == 0 ? 64 : *capacity * 2;
  memory = realloc(memory, *capacity * size);
  if (memory == NULL) fail("out of memory");
  return memory;
}

/* splitmix64 */
static uint64_t draw(void) {
  uint64_t z = (chance += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), wanted = strlen(end);
  return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

/* Memory shared by connections is no promise of durability: SQLite makes the -shm file anew after a crash. */
static bool is_watched(const char *path) {
  return folder_length > 0 && strncmp(path, folder, folder_length) == 0 && path[folder_length] == '/' && !ends_with(path, "-shm");
}

static bool absolute(int at, const char *path, char *into) {
  if (path == NULL) return false;
  if (path[0] == '/') return snprintf(into, PATH_MAX, "%s", path) < PATH_MAX;
  if (at != AT_FDCWD) return false;
  char here[PATH_MAX];
  if (syscall(SYS_getcwd, here, sizeof here) < 0) return false;
  return snprintf(into, PATH_MAX, "%s/%s", here, path) < PATH_MAX;
}

static struct file *file_of(int fd) {
  if (file_count == 0) return NULL;
  struct stat found;
  if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return NULL;
  for (size_t i = 0; i < file_count; i++)
    if (!files[i].gone && files[i].inode == found.st_ino && files[i].device == found.st_dev) return &files[i];
  return NULL;
}

static struct entry_change *note_entry(int kind, const char *path) {
  entries = more(entries, entry_count, &entry_capacity, sizeof *entries);
  struct entry_change *entry = &entries[entry_count++];
  memset(entry, 0, sizeof *entry);
  entry->kind = kind;
  snprintf(entry->path, PATH_MAX, "%s", path);
  return entry;
}

static void watch(int fd, const char *path, bool is_new) {
  if (fd < 0) return;
  struct stat found;
  if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return;
  if (is_new) note_entry(created, path);
  if (file_of(fd) != NULL) return;
  if (file_count == files_at_most) fail("too many files");
  struct file *file = &files[file_count++];
  memset(file, 0, sizeof *file);
  file->device = found.st_dev;
  file->inode = found.st_ino;
  snprintf(file->path, PATH_MAX, "%s", path);
}

static void forget(struct file *file) {
  for (size_t i = 0; i < file->count; i++) {
    free(file->changes[i].before);
    free(file->changes[i].after);
  }
  file->count = 0;
}

static void all_bytes(bool writing, int fd, char *bytes, size_t length, off_t at) {
  for (size_t done = 0; done < length;) {
    long n = writing ? syscall(SYS_pwrite64, fd, bytes + done, length - done, at + (off_t)done)
                     : syscall(SYS_pread64, fd, bytes + done, length - done, at + (off_t)done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail(writing ? "what was there cannot be put back" : "what is there cannot be read");
    done += (size_t)n;
  }
}

/* What a range holds now. A descriptor that only writes is read through one of its own: such files carry no locks. */
static char *read_range(int fd, off_t at, size_t length) {
  if (length == 0) return NULL;
  char *bytes = malloc(length);
  if (bytes == NULL) fail("out of memory");
  int from = fd;
  if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    from = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC, 0);
    if (from < 0) fail("a file cannot be opened to read what is there");
  }
  all_bytes(false, from, bytes, length, at);
  if (from != fd) syscall(SYS_close, from);
  return bytes;
}

static void undo(int fd, const struct change *change) {
  if (change->before_length > 0) all_bytes(true, fd, change->before, change->before_length, change->at);
  if (syscall(SYS_ftruncate, fd, change->size_before) != 0) fail("a file cannot be cut back");
}

static unsigned redo_some(int fd, const struct file *file) {
  unsigned kept = 0;
  for (size_t i = 0; i < file->count; i++) {
    const struct change *change = &file->changes[i];
    uint64_t fate = draw() % 4;
    if (fate == 0) continue;
    kept++;
    if (change->is_truncation) {
      if (syscall(SYS_ftruncate, fd, change->size_after) != 0) fail("a file cannot be cut again");
      continue;
    }
    for (size_t from = 0; from < change->length; from += sector) {
      size_t length = change->length - from < sector ? change->length - from : sector;
      if (fate == 1 && draw() % 2 == 0) continue;
      all_bytes(true, fd, change->after + from, length, change->at + (off_t)from);
    }
  }
  return kept;
}

static void name_aside(char *aside) {
  if (snprintf(aside, PATH_MAX, "%s.aside/%d-%u", trigger, getpid(), hidden++) >= PATH_MAX) fail("a path is too long");
}

static void cut(void) {
  unsigned long forgotten = 0, kept = 0;
  for (size_t i = 0; i < file_count; i++) {
    struct file *file = &files[i];
    if (file->gone || file->count == 0) continue;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, file->path, O_RDWR | O_CLOEXEC, 0);
    if (fd < 0) fail("a changed file cannot be opened");
    for (size_t n = file->count; n > 0; n--) undo(fd, &file->changes[n - 1]);
    forgotten += file->count;
    if (keeps) kept += redo_some(fd, file);
  }
  for (size_t i = entry_count; i > 0; i--) {
    struct entry_change *entry = &entries[i - 1];
    char aside[PATH_MAX];
    if (entry->kind == created) syscall(SYS_unlink, entry->path);
    else if (entry->kind == removed) syscall(SYS_rename, entry->other, entry->path);
    else if (entry->kind == folder_removed) syscall(SYS_mkdir, entry->path, 0700);
    else if (entry->kind == folder_made) {
      name_aside(aside);
      syscall(SYS_rename, entry->path, aside);
    } else {
      syscall(SYS_rename, entry->path, entry->other);
      if (entry->replaced[0] != 0) syscall(SYS_rename, entry->replaced, entry->path);
    }
  }
  dprintf(2, "power cut: forgot %lu writes, kept %lu, at write %lu\n", forgotten - kept, kept, writes);
  syscall(SYS_exit_group, exit_code);
}

static void count_write(void) {
  if (++writes == cut_at) cut();
}

static long write_at(struct file *file, int fd, const struct iovec *parts, int count, off_t at) {
  size_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  count_write();
  struct stat now;
  if (fstat(fd, &now) != 0) return -1;
  size_t before_length = at >= now.st_size ? 0 : (size_t)(now.st_size - at) < length ? (size_t)(now.st_size - at) : length;
  struct change change = {
      .at = at, .before_length = before_length, .before = read_range(fd, at, before_length), .size_before = now.st_size};
  long written = syscall(SYS_pwritev, fd, parts, count, (unsigned long)at, 0);
  if (written <= 0) {
    free(change.before);
    return written;
  }
  change.length = (size_t)written;
  change.after = malloc(change.length);
  if (change.after == NULL) fail("out of memory");
  size_t copied = 0;
  for (int i = 0; i < count && copied < change.length; i++) {
    size_t piece = parts[i].iov_len < change.length - copied ? parts[i].iov_len : change.length - copied;
    memcpy(change.after + copied, parts[i].iov_base, piece);
    copied += piece;
  }
  change.size_after = at + written > now.st_size ? at + written : now.st_size;
  file->changes = more(file->changes, file->count, &file->capacity, sizeof *file->changes);
  file->changes[file->count++] = change;
  return written;
}

static long write_here(struct file *file, int fd, const struct iovec *parts, int count) {
  off_t at = lseek(fd, 0, (fcntl(fd, F_GETFL) & O_APPEND) ? SEEK_END : SEEK_CUR);
  if (at < 0) return -1;
  long written = write_at(file, fd, parts, count, at);
  if (written > 0) lseek(fd, at + written, SEEK_SET);
  return written;
}

static void *await_trigger(void *unused) {
  (void)unused;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, trigger, O_RDONLY | O_CLOEXEC, 0);
  char number[32];
  long length;
  while (fd >= 0 && (length = syscall(SYS_read, fd, number, sizeof number - 1)) <= 0) {
    syscall(SYS_close, fd);
    fd = (int)syscall(SYS_openat, AT_FDCWD, trigger, O_RDONLY | O_CLOEXEC, 0);
  }
  if (fd < 0) fail("the trigger cannot be opened");
  number[length] = 0;
  pthread_mutex_lock(&guard);
  unsigned long more_writes = strtoul(number, NULL, 10);
  if (more_writes == 0) cut();
  cut_at = writes + more_writes;
  pthread_mutex_unlock(&guard);
  return NULL;
}

__attribute__((constructor)) static void begin(void) {
  const char *wanted = getenv("POWER_CUT_DIR");
  trigger = getenv("POWER_CUT_TRIGGER");
  if (wanted == NULL || trigger == NULL || realpath(wanted, folder) == NULL) return;
  folder_length = strlen(folder);
  lies = getenv("POWER_CUT_LIE") != NULL;
  const char *seed = getenv("POWER_CUT_KEEP");
  keeps = seed != NULL;
  if (keeps) chance = strtoull(seed, NULL, 10);
  if (mkfifo(trigger, 0600) != 0 && errno != EEXIST) fail("the trigger cannot be made");
  char aside[PATH_MAX];
  snprintf(aside, PATH_MAX, "%s.aside", trigger);
  if (syscall(SYS_mkdir, aside, 0700) != 0 && errno != EEXIST) fail("the folder for removed files cannot be made");
  pthread_t thread;
  if (pthread_create(&thread, NULL, await_trigger, NULL) != 0) fail("no thread for the trigger");
  pthread_detach(thread);
}

/* --- what the process calls ---------------------------------------------------------------------------------------- */

static int open_at(int at, const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  if (!absolute(at, path, full) || !is_watched(full) || (flags & O_ACCMODE) == O_RDONLY)
    return (int)syscall(SYS_openat, at, path, flags, mode);
  pthread_mutex_lock(&guard);
  struct stat found;
  bool is_new = (flags & O_CREAT) != 0 && stat(full, &found) != 0;
  /* Emptied by a truncation of its own, so that what was in it is noted. */
  int fd = (int)syscall(SYS_openat, at, path, flags & ~O_TRUNC, mode);
  watch(fd, full, is_new);
  pthread_mutex_unlock(&guard);
  if (fd >= 0 && (flags & O_TRUNC) != 0 && !is_new && ftruncate(fd, 0) != 0) fail("a watched file cannot be emptied");
  return fd;
}

#define MODE_OF(flags)                                   \
  mode_t mode = 0;                                       \
  if ((flags) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) { \
    va_list rest;                                        \
    va_start(rest, flags);                               \
    mode = va_arg(rest, mode_t);                         \
    va_end(rest);                                        \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
int openat(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_at(at, path, flags | O_LARGEFILE, mode);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (folder_length == 0 || file_count == 0) return syscall(SYS_write, fd, bytes, length);
  pthread_mutex_lock(&guard);
  struct file *file = file_of(fd);
  if (file == NULL) {
    pthread_mutex_unlock(&guard);
    return syscall(SYS_write, fd, bytes, length);
  }
  struct iovec part = {(void *)bytes, length};
  long written = write_here(file, fd, &part, 1);
  pthread_mutex_unlock(&guard);
  return written;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  pthread_mutex_lock(&guard);
  struct file *file = file_of(fd);
  if (file == NULL) {
    pthread_mutex_unlock(&guard);
    return syscall(SYS_writev, fd, parts, count);
  }
  long written = write_here(file, fd, parts, count);
  pthread_mutex_unlock(&guard);
  return written;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  pthread_mutex_lock(&guard);
  struct file *file = file_of(fd);
  long written = file == NULL ? syscall(SYS_pwritev, fd, parts, count, (unsigned long)at, 0) : write_at(file, fd, parts, count, at);
  pthread_mutex_unlock(&guard);
  return written;
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) { return pwritev(fd, parts, count, at); }

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  struct iovec part = {(void *)bytes, length};
  return pwritev(fd, &part, 1, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return pwrite(fd, bytes, length, at); }

int ftruncate(int fd, off_t size) {
  pthread_mutex_lock(&guard);
  struct file *file = file_of(fd);
  struct stat now;
  int answer;
  if (file == NULL || fstat(fd, &now) != 0) {
    answer = (int)syscall(SYS_ftruncate, fd, size);
  } else {
    count_write();
    size_t lost = size < now.st_size ? (size_t)(now.st_size - size) : 0;
    struct change change = {.is_truncation = true,
                            .at = size,
                            .before_length = lost,
                            .before = read_range(fd, size, lost),
                            .size_before = now.st_size,
                            .size_after = size};
    answer = (int)syscall(SYS_ftruncate, fd, size);
    if (answer == 0) {
      file->changes = more(file->changes, file->count, &file->capacity, sizeof *file->changes);
      file->changes[file->count++] = change;
    } else {
      free(change.before);
    }
  }
  pthread_mutex_unlock(&guard);
  return answer;
}
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

static struct file *file_at(const char *path) {
  for (size_t i = 0; i < file_count; i++)
    if (!files[i].gone && strcmp(files[i].path, path) == 0) return &files[i];
  return NULL;
}

/* A removal that is durable. The kernel may give the inode to another file. */
static void let_go(const char *path) {
  struct file *file = file_at(path);
  if (file != NULL) {
    forget(file);
    file->gone = true;
  }
  syscall(SYS_unlink, path);
}

static bool is_directly_in(const char *path, const char *parent) {
  size_t length = strlen(parent);
  return strncmp(path, parent, length) == 0 && path[length] == '/' && strchr(path + length + 1, '/') == NULL;
}

static void flush_entries(const char *parent) {
  size_t left = 0;
  for (size_t i = 0; i < entry_count; i++) {
    struct entry_change *entry = &entries[i];
    if (!is_directly_in(entry->path, parent)) {
      if (left != i) entries[left] = *entry;
      left++;
      continue;
    }
    if (entry->kind == removed) let_go(entry->other);
    if (entry->kind == renamed && entry->replaced[0] != 0) let_go(entry->replaced);
  }
  entry_count = left;
}

static int flush(long call, int fd) {
  pthread_mutex_lock(&guard);
  struct file *file = file_of(fd);
  int answer = 0;
  if (file == NULL) {
    answer = (int)syscall(call, fd);
    char name[64], flushed[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = answer == 0 && entry_count > 0 ? readlink(name, flushed, PATH_MAX - 1) : -1;
    if (length > 0) {
      flushed[length] = 0;
      flush_entries(flushed);
    }
  } else if (!(lies && ends_with(file->path, "-wal"))) {
    answer = (int)syscall(call, fd);
    if (answer == 0) forget(file);
  }
  pthread_mutex_unlock(&guard);
  return answer;
}
int fsync(int fd) { return flush(SYS_fsync, fd); }
int fdatasync(int fd) { return flush(SYS_fdatasync, fd); }

/* A removed file waits under another name, in case its removal is undone. */
static int set_aside(const char *path, char *aside) {
  name_aside(aside);
  int answer = (int)syscall(SYS_rename, path, aside);
  struct file *file = answer == 0 ? file_at(path) : NULL;
  if (file != NULL) snprintf(file->path, PATH_MAX, "%s", aside);
  return answer;
}

static int change_folder(int at, const char *path, bool making, mode_t mode) {
  char full[PATH_MAX];
  long answer;
  if (!absolute(at, path, full) || !is_watched(full)) {
    answer = making ? syscall(SYS_mkdirat, at, path, mode) : syscall(SYS_unlinkat, at, path, AT_REMOVEDIR);
    return (int)answer;
  }
  pthread_mutex_lock(&guard);
  answer = making ? syscall(SYS_mkdir, full, mode) : syscall(SYS_rmdir, full);
  if (answer == 0) note_entry(making ? folder_made : folder_removed, full);
  pthread_mutex_unlock(&guard);
  return (int)answer;
}
int mkdir(const char *path, mode_t mode) { return change_folder(AT_FDCWD, path, true, mode); }
int mkdirat(int at, const char *path, mode_t mode) { return change_folder(at, path, true, mode); }
int rmdir(const char *path) { return change_folder(AT_FDCWD, path, false, 0); }

static int remove_at(int at, const char *path, int flags) {
  char full[PATH_MAX], aside[PATH_MAX];
  if (flags == AT_REMOVEDIR) return change_folder(at, path, false, 0);
  if (flags != 0 || !absolute(at, path, full) || !is_watched(full)) return (int)syscall(SYS_unlinkat, at, path, flags);
  pthread_mutex_lock(&guard);
  int answer = set_aside(full, aside);
  if (answer == 0) snprintf(note_entry(removed, full)->other, PATH_MAX, "%s", aside);
  pthread_mutex_unlock(&guard);
  return answer;
}
int unlink(const char *path) { return remove_at(AT_FDCWD, path, 0); }
int unlinkat(int at, const char *path, int flags) { return remove_at(at, path, flags); }

int rename(const char *from, const char *to) {
  char old_path[PATH_MAX], new_path[PATH_MAX], aside[PATH_MAX] = "";
  if (!absolute(AT_FDCWD, from, old_path) || !absolute(AT_FDCWD, to, new_path) || !is_watched(old_path) || !is_watched(new_path))
    return (int)syscall(SYS_rename, from, to);
  pthread_mutex_lock(&guard);
  struct stat found;
  if (stat(new_path, &found) == 0) set_aside(new_path, aside);
  int answer = (int)syscall(SYS_rename, old_path, new_path);
  if (answer == 0) {
    struct entry_change *entry = note_entry(renamed, new_path);
    snprintf(entry->other, PATH_MAX, "%s", old_path);
    snprintf(entry->replaced, PATH_MAX, "%s", aside);
    struct file *file = file_at(old_path);
    if (file != NULL) snprintf(file->path, PATH_MAX, "%s", new_path);
  }
  pthread_mutex_unlock(&guard);
  return answer;
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t at) {
  if (folder_length > 0 && fd >= 0 && (flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0) {
    pthread_mutex_lock(&guard);
    if (file_of(fd) != NULL) fail("a watched file is written through memory, which is not noted");
    pthread_mutex_unlock(&guard);
  }
  return (void *)syscall(SYS_mmap, address, length, protection, flags, fd, at);
}
void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t at) {
  return mmap(address, length, protection, flags, fd, at);
}
