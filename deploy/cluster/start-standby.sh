#!/bin/sh
# Copies the first PostgreSQL server when there is no data yet, then follows it. Runs as the user postgres.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host=postgres --username=standby --pgdata="$PGDATA" --checkpoint=fast --wal-method=stream \
    --write-recovery-conf
  chmod 700 "$PGDATA"
fi
# The name under which the first server waits for it.
exec postgres -c cluster_name=standby
