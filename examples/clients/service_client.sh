#!/bin/sh
# The same with curl: sh service_client.sh http://127.0.0.1:8787 runs/serve-token https://shop.example/price
set -eu
call() { curl -sS --fail-with-body -H "Authorization: Bearer $(cat "$token")" -H "Content-Type: application/json" "$@"; }
url=$1 token=$2 page=$3
task="{\"task\": \"Fill the price as {{price}} and submit\", \"url\": \"$page\", \"data\": {\"price\": \"50\"}}"
run=$(call -d "$task" "$url/runs" | sed 's/.*"id": *"\([^"]*\)".*/\1/')
call -N "$url/runs/$run/events"   # server-sent events, until the run has ended
call "$url/runs/$run"
