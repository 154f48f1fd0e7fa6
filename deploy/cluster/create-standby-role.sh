#!/bin/sh
# Runs once, when the first PostgreSQL server creates its data: commits wait for the standby from its next start on.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$STANDBY_PASSWORD" <<'SQL'
create role standby login replication password :'password';
alter system set synchronous_standby_names = 'standby';
SQL
echo "host replication standby all scram-sha-256" >>"$PGDATA/pg_hba.conf"
