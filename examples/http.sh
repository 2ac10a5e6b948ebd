#!/usr/bin/env bash
# Asks over HTTP, and goes on in the same session: npx plumbline serve --corpus documents, then
# examples/http.sh "How long does it burn?" "And with rapeseed oil?"
set -euo pipefail
server=${PLUMBLINE_SERVER:-http://127.0.0.1:8787}
session="example-$(date +%s)"
for message in "$@"; do
  body=$(node -p 'JSON.stringify({ message: process.argv[1], sessionId: process.argv[2] })' "$message" "$session")
  curl --silent --show-error --fail-with-body "$server/api/query" -H 'content-type: application/json' -d "$body"
  echo
done
