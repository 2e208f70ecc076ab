/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What a report of 100,000 results costs: time, the most memory, and the size
 * of the page. The problems are those of all concept families, asked eight
 * times of a planted model, so that the replies are real texts with real
 * verdicts. The working folder holds about a gigabyte meanwhile.
 */
#define _DEFAULT_SOURCE /* wait4(), realpath() */
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OF_EACH  "160" /* family: more than 12,500 */
#define ATTEMPTS "8"

static char folder[] = "bench-report.XXXXXX";
static char assay[4096];

struct cost {
    double seconds, cpu; /* wall and both kinds of processor time */
    double mib;          /* most memory */
};

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Runs a line of the shell in the folder. */
static struct cost run(const char *line)
{
    struct clock c = clock_real();
    uint64_t start = clock_now(&c);
    struct rusage use;
    pid_t pid = fork();
    int status = 1;

    if (pid == 0) {
        if (chdir(folder) == 0)
            execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || wait4(pid, &status, 0, &use) < 0 || status != 0) {
        fprintf(stderr, "failed: %s\n", line);
        exit(1);
    }
    return (struct cost){ (double)(clock_now(&c) - start) / 1e9,
                          seconds_of(use.ru_utime) + seconds_of(use.ru_stime),
                          (double)use.ru_maxrss / 1024 };
}

static double mib_of(const char *name)
{
    char path[64];
    struct stat st;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return stat(path, &st) == 0 ? (double)st.st_size / 1048576 : 0;
}

static void report(const char *what, const char *line, const char *file)
{
    struct cost c = run(line);

    printf("%-28s %9.2f %9.2f %9.0f %9.1f\n", what, c.seconds, c.cpu, c.mib,
           file ? mib_of(file) : 0);
}

int main(void)
{
    char cleaning[64];

    if (!realpath("build/assay", assay) || !mkdtemp(folder)) {
        fprintf(stderr, "run it where build/assay is\n");
        return 1;
    }
    setenv("ASSAY", assay, 1);
    run("printf 'seed: 1\\nbase: 0.3\\n' > weak.yaml; "
        "\"$ASSAY\" new concept/all --count " OF_EACH
        " --seed bench > p.jsonl 2>/dev/null; "
        "head -n 12500 p.jsonl > some.jsonl; "
        "exec \"$ASSAY\" run some.jsonl --model planted:weak.yaml --attempts " ATTEMPTS
        " > /dev/null 2>&1");
    printf("%-28s %9s %9s %9s %9s\n", "100,000 results", "seconds", "cpu",
           "MiB", "file MiB");
    report("screen", "exec \"$ASSAY\" report last > screen.txt 2>&1", NULL);
    report("page", "exec \"$ASSAY\" report last -o r.html 2>/dev/null",
           "r.html");
    report("page, split",
           "exec \"$ASSAY\" report last -o r --split 2>/dev/null",
           "r/index.html");
    report("figures", "exec \"$ASSAY\" report last --figures f 2>/dev/null",
           NULL);
    snprintf(cleaning, sizeof(cleaning), "rm -rf %s", folder);
    return system(cleaning) == 0 ? 0 : 1;
}
