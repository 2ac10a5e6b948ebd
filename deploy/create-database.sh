#!/bin/sh
# Runs once, when PostgreSQL makes its volume: Plumbline's own role, which cannot read what Temporal stores.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/plumbline-database-password)" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE plumbline LOGIN PASSWORD :'password';
CREATE DATABASE plumbline OWNER plumbline;
REVOKE CONNECT ON DATABASE plumbline FROM PUBLIC;
SQL
