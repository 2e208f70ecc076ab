# For scripts that need PostgreSQL: starts a server of its own in the script's
# folder, on a socket there, and ends it with the script. Sourced behind tap.sh
# and server.sh. Where it is not installed the script ends here, with a word.
#
#   $pg            the folder of the socket
#   database NAME  makes one and prints its address for --store
#   sql NAME TEXT  asks it
#   pg_down, pg_up [OPTION...]   stop at once, as a crash does; start
pg_bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
[ -n "$pg_bin" ] || pg_bin=$(pg_config --bindir 2>/dev/null)
if [ ! -x "$pg_bin/initdb" ]; then
    echo "1..0 # skipped: PostgreSQL is not installed"
    exit 0
fi
pg=$(mktemp -d /tmp/assay-pg.XXXXXX)
trap 'pg_down; kill $server_pid 2>/dev/null; rm -rf "$work" "$pg"' EXIT

# It refuses to run as root.
as_pg() {
    if [ "$(id -u)" = 0 ]; then
        (cd / && setpriv --reuid=postgres --regid=postgres --clear-groups \
            env HOME="$pg" "$@")
    else
        "$@"
    fi
}

pg_up() {
    as_pg "$pg_bin/pg_ctl" -D "$pg/data" -l "$pg/log" -s -w \
        -o "-c listen_addresses= -k $pg -c fsync=off $*" start >/dev/null
}

pg_down() {
    as_pg "$pg_bin/pg_ctl" -D "$pg/data" -s -m immediate stop >/dev/null 2>&1
}

[ "$(id -u)" != 0 ] || chown postgres "$pg"
as_pg "$pg_bin/initdb" -D "$pg/data" -U assay -A trust --no-sync >/dev/null
pg_up

sql() { psql -h "$pg" -U assay -d "$1" -AtXqc "$2"; }

database() {
    sql postgres "CREATE DATABASE $1"
    echo "postgresql://assay@/$1?host=$pg"
}
