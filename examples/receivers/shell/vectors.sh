#!/usr/bin/env bash
# Judges the vectors on standard input with the receiver's verify. ../testing/vector-lines.ts describes
# the form of a line.
cd "$(dirname "$0")" && source ./receiver.sh && source ./replay.sh

# The x keeps a line break at the end, which $(…) would remove.
decode() { printf %s "${1:1}" | openssl base64 -d -A; printf x; }

is_genuine() {
  local body=$1 at_s=$2 replay_protection=$3 field value secrets=() headers=()
  for field in ${4//,/ }; do value=$(decode "$field") && secrets+=("${value%x}"); done
  for field in $5; do value=$(decode "$field") && headers+=("${value%x}"); done
  verify "$body" "${headers[0]}" "${secrets[@]}" &&
    { ((!replay_protection)) || is_recent "$body" "${headers[@]:1}" "$at_s" "${secrets[@]}"; }
}

body=$(mktemp) && trap 'rm -f "$body"' EXIT
while read -r at_s replay_protection secrets body_base64 headers; do
  printf %s "${body_base64:1}" | openssl base64 -d -A >"$body"
  is_genuine "$body" "$at_s" "$replay_protection" "$secrets" "$headers" && echo genuine || echo refused
done
