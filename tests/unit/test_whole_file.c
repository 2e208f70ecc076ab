/* SPDX-License-Identifier: Apache-2.0 */

/* Files that are there whole or not at all: no link is followed, no device is
 * replaced, nothing is left behind, also if the process is ended. And a process
 * that leaves no core file. */
#include "base/core_file.h"
#include "base/shutdown.h"
#include "base/str.h"
#include "base/whole_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/assay-whole-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[4][600];
    static int at;

    at = (at + 1) % 4;
    snprintf(path[at], sizeof(path[at]), "%s/%s", folder, name);
    return path[at];
}

static bool put(const char *name, const char *text)
{
    struct err e;

    return whole_file_write(in_folder(name), text, strlen(text), &e);
}

static void put_plain(const char *name, const char *text)
{
    FILE *f = fopen(in_folder(name), "w");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void holds(const char *name, const char *text)
{
    char got[100] = "";
    FILE *f = fopen(in_folder(name), "r");

    assert_non_null(f);
    (void)!fread(got, 1, sizeof(got) - 1, f);
    fclose(f);
    assert_string_equal(got, text);
}

static mode_t mode_of(const char *name)
{
    struct stat st;

    assert_int_equal(lstat(in_folder(name), &st), 0);
    return st.st_mode;
}

static size_t count_parts(void)
{
    DIR *d = opendir(folder);
    size_t n = 0;

    for (struct dirent *x; (x = readdir(d));)
        n += str_ends(x->d_name, ".part");
    closedir(d);
    return n;
}

static void permissions_are_right(void **state)
{
    mode_t old = umask(027);

    (void)state;
    assert_true(put("new", "one"));
    assert_int_equal(mode_of("new") & 07777, 0640);
    assert_int_equal(chmod(in_folder("new"), 0604), 0);
    assert_true(put("new", "two"));
    assert_int_equal(mode_of("new") & 07777, 0604);
    holds("new", "two");
    umask(old);
    assert_int_equal(count_parts(), 0);
}

static void links_are_not_followed(void **state)
{
    (void)state;
    put_plain("precious", "mine");
    assert_int_equal(symlink("precious", in_folder("link")), 0);
    assert_int_equal(symlink("precious", in_folder("out.part")), 0);
    assert_int_equal(symlink("precious", in_folder(".out.part")), 0);
    assert_true(put("link", "text"));
    assert_true(put("out", "text"));
    holds("precious", "mine");
    holds("link", "text");
    assert_true(S_ISREG(mode_of("link")));
    assert_true(S_ISLNK(mode_of("out.part")));
    unlink(in_folder("out.part"));
    unlink(in_folder(".out.part"));
}

static void devices_are_written_to(void **state)
{
    char got[10] = "";
    int reader;

    (void)state;
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    reader = open(in_folder("pipe"), O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_true(put("pipe", "hello"));
    assert_int_equal(read(reader, got, sizeof(got) - 1), 5);
    assert_string_equal(got, "hello");
    assert_true(S_ISFIFO(mode_of("pipe")));
    close(reader);
    assert_int_equal(symlink("/dev/null", in_folder("null")), 0);
    assert_true(put("null", "gone"));
    assert_true(S_ISLNK(mode_of("null")));
    assert_int_equal(symlink("/dev/full", in_folder("full")), 0);
    assert_false(put("full", "gone"));
    assert_true(S_ISLNK(mode_of("full")));
}

/* The stream that is open already, at the place where it stands. */
static void streams_are_shared(void **state)
{
    char path[30];
    struct err e;
    int fd;

    (void)state;
    fd = open(in_folder("stream"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(fd, "a", 1), 1);
    snprintf(path, sizeof(path), "/dev/fd/%d", fd);
    assert_true(whole_file_write(path, "b", 1, &e));
    assert_int_equal(write(fd, "c", 1), 1);
    close(fd);
    holds("stream", "abc");
    assert_false(whole_file_write("/dev/fd/999", "b", 1, &e));
    assert_non_null(strstr(e.msg, "Bad file descriptor"));
}

static void nothing_is_left_behind(void **state)
{
    struct whole_file f;
    struct err e;

    (void)state;
    put_plain("kept", "old");
    assert_true(whole_file_open(&f, in_folder("kept"), &e));
    whole_file_add(&f, "new", 3);
    assert_int_equal(count_parts(), 1);
    whole_file_drop(&f);
    holds("kept", "old");
    assert_true(whole_file_try(in_folder("kept"), &e));
    assert_true(whole_file_try(in_folder("pipe"), &e));
    assert_false(whole_file_try(in_folder("none/x"), &e));
    assert_false(whole_file_try(folder, &e));
    assert_non_null(strstr(e.msg, "Is a directory"));
    assert_false(whole_file_try("", &e));
    assert_int_equal(count_parts(), 0);
}

/* What the end of the writing would meet is met at its beginning. */
static void names_are_tried(void **state)
{
    char name[300];
    struct err e;

    (void)state;
    memset(name, 'n', sizeof(name));
    name[255] = '\0';
    assert_true(whole_file_try(in_folder(name), &e));
    assert_true(put(name, "long"));
    holds(name, "long");
    name[255] = 'n';
    name[256] = '\0';
    assert_false(whole_file_try(in_folder(name), &e));
    assert_non_null(strstr(e.msg, "File name too long"));
    assert_false(put(name, "too long"));
    assert_int_equal(count_parts(), 0);
}

static void what_is_replaced(void **state)
{
    (void)state;
    put_plain("there", "x");
    assert_true(whole_file_replaces(in_folder("there")));
    assert_true(whole_file_replaces(in_folder("not-there")));
    assert_false(whole_file_replaces(in_folder("pipe")));
    assert_false(whole_file_replaces("/dev/null"));
    assert_false(whole_file_replaces("/dev/stdout"));
    assert_false(whole_file_replaces("/dev/fd/1"));
}

static void on_alarm(int number)
{
    (void)number;
}

/* Nobody reads the pipe, and a signal comes. */
static void wait_is_interrupted(void **state)
{
    const struct itimerval soon = { .it_value = { 0, 50000 } };
    struct sigaction act = { .sa_handler = on_alarm };
    struct err e;

    (void)state;
    assert_int_equal(mkfifo(in_folder("alone"), 0600), 0);
    sigaction(SIGALRM, &act, NULL);
    setitimer(ITIMER_REAL, &soon, NULL);
    assert_false(whole_file_write(in_folder("alone"), "x", 1, &e));
    assert_non_null(strstr(e.msg, "interrupted before"));
    assert_null(strstr(e.msg, "system call"));
}

/* ---- the end of the process ---- */

/* Some files are complete, one is dropped, one is being written. */
static void end_while_writing(void)
{
    struct whole_file half, dropped;
    struct err e;

    if (!whole_file_write(in_folder("complete"), "new", 3, &e) ||
        !whole_file_open(&dropped, in_folder("dropped"), &e) ||
        !whole_file_open(&half, in_folder("half"), &e))
        _exit(1);
    whole_file_drop(&dropped);
    whole_file_add(&half, "new", 3);
    fflush(half.file);
    if (access(half.part.s, F_OK) != 0)
        _exit(2);
    shutdown_clean();
    _exit(0);
}

static void parts_are_removed_at_the_end(void **state)
{
    int status;
    pid_t child;

    (void)state;
    put_plain("half", "old");
    put_plain("complete", "old");
    child = fork();
    if (child == 0)
        end_while_writing();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(count_parts(), 0);
    holds("half", "old");
    holds("complete", "new");
}

static void holds_give_time(void **state)
{
    (void)state;
    assert_false(shutdown_is_held(0));
    shutdown_hold(2);
    shutdown_hold(5);
    shutdown_release();
    assert_true(shutdown_is_held(4.9)); /* the longest of those not over */
    assert_false(shutdown_is_held(5));
    shutdown_release();
    assert_false(shutdown_is_held(0));
    shutdown_hold(1);
    assert_false(shutdown_is_held(1.5));
    shutdown_release();
}

/* ---- core files ---- */

static int ended_by_abort(bool forbid)
{
    const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
    struct rlimit is;
    int status;
    pid_t child = fork();

    if (child == 0) {
        (void)setrlimit(RLIMIT_CORE, &all);
        if (chdir(folder) != 0)
            _exit(1);
        if (forbid)
            core_file_forbid();
        if (getrlimit(RLIMIT_CORE, &is) != 0 || (forbid && is.rlim_cur > 1))
            _exit(1);
        signal(SIGABRT, SIG_DFL);
        abort();
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void no_core_file(void **state)
{
    int status = ended_by_abort(true);

    (void)state;
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_int_equal(status & 0x80, 0); /* the bit of "core dumped" */
    assert_int_not_equal(access(in_folder("core"), F_OK), 0);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    DIR *d = opendir(folder);

    (void)state;
    for (struct dirent *x; d && (x = readdir(d));)
        unlink(in_folder(x->d_name));
    closedir(d);
    return rmdir(folder);
}

static void same_files_are_seen(void **state)
{
    char other[700];

    (void)state;
    put_plain("there", "a");
    assert_true(whole_file_same(in_folder("there"), in_folder("there")));
    assert_true(whole_file_same(in_folder("new"), in_folder("new")));
    snprintf(other, sizeof(other), "%s/./new", folder);
    assert_true(whole_file_same(in_folder("new"), other));
    assert_false(whole_file_same(in_folder("new"), in_folder("there")));
    assert_int_equal(0, link(in_folder("there"), in_folder("linked")));
    assert_true(whole_file_same(in_folder("there"), in_folder("linked")));
    assert_false(whole_file_same("/dev/stdout", "/dev/stdout"));
    assert_false(whole_file_same("/none/a", "/none/b"));
}

static void folders_are_made(void **state)
{
    struct err e;
    bool made = false;

    (void)state;
    put_plain("file", "a");
    assert_true(folder_make(in_folder("x/y"), &made, &e));
    assert_true(made);
    made = false;
    assert_true(folder_make(in_folder("x/y/"), &made, &e));
    assert_true(folder_make(in_folder("x/y"), NULL, &e));
    assert_false(made);
    assert_false(folder_make(in_folder("file"), NULL, &e));
    assert_non_null(strstr(e.msg, "file\" is not a folder"));
    assert_false(folder_make(in_folder("file/inner"), NULL, &e));
    assert_non_null(strstr(e.msg, "file\" is not a folder"));
    assert_int_equal(0, rmdir(in_folder("x/y")));
    assert_int_equal(0, rmdir(in_folder("x")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_files_are_seen),
        cmocka_unit_test(folders_are_made),
        cmocka_unit_test(permissions_are_right),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(devices_are_written_to),
        cmocka_unit_test(streams_are_shared),
        cmocka_unit_test(nothing_is_left_behind),
        cmocka_unit_test(names_are_tried),
        cmocka_unit_test(what_is_replaced),
        cmocka_unit_test(wait_is_interrupted),
        cmocka_unit_test(parts_are_removed_at_the_end),
        cmocka_unit_test(holds_give_time),
        cmocka_unit_test(no_core_file),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
