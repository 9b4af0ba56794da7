#!/usr/bin/env bash
# A complete receiver: `SIGNING_SECRET=… socat TCP-LISTEN:4000,bind=127.0.0.1,reuseaddr,fork EXEC:./receiver.sh`.
# socat starts it for each request, with the connection as standard input and output.
# SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
set -uo pipefail
MAX_BODY_BYTES=$((2 * 1024 * 1024))

receive() {
  local line length='' signature='' body secrets
  while IFS= read -r line && line=${line%$'\r'} && [[ -n $line ]]; do
    case ${line,,} in
      content-length:*) length=${line#*: } ;;
      x-signature:*) signature=${line#*: } ;;
    esac
  done
  [[ $length =~ ^[0-9]{1,9}$ ]] || { answer '411 Length Required'; return; }
  ((10#$length <= MAX_BODY_BYTES)) || { answer '413 Content Too Large'; return; }
  # Kept in a file, because shell variables lose zero bytes and the last line break.
  body=$(mktemp) && trap "rm -f '$body'" EXIT
  head -c "$length" >"$body"
  IFS=, read -ra secrets <<<"${SIGNING_SECRET:?}"
  verify "$body" "$signature" "${secrets[@]}" || { answer '401 Unauthorized'; return; }
  answer '204 No Content'
  # Your own work goes here, with a tool such as jq.
  grep -o '"event":"[^"]*"' "$body" | head -n 1 >&2
}

answer() { printf 'HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n' "$1"; }

# verify FILE X_SIGNATURE SECRET…     Succeeds when one of the secrets signed the bytes of the file.
verify() {
  local file=$1 signature=$2 secret is_genuine=1
  shift 2
  [[ $signature =~ ^[0-9a-f]{64}$ ]] || return 1
  for secret; do
    [[ $secret =~ ^(whsec_)?[A-Za-z0-9]{60}$ ]] || return 1
    is_equal "$signature" "$(hmac "$(printf %s "${secret#whsec_}" | hex)" <"$file" | hex)" && is_genuine=0
  done
  return "$is_genuine"
}

# HMAC-SHA256 of standard input (RFC 2104). `openssl dgst -hmac KEY` shows the key in the process list.
hmac() { { pad "$1" 0x36 && cat; } | openssl dgst -sha256 -binary | { pad "$1" 0x5c && cat; } | openssl dgst -sha256 -binary; }
hex() { od -An -v -tx1 | tr -d ' \n'; }

# Prints the hex key as a block of 64 bytes, filled with zeros, with each byte xor $2.
pad() {
  local i bytes=''
  for ((i = 0; i < 128; i += 2)); do printf -v bytes '%s\\x%02x' "$bytes" $((16#0${1:i:2} ^ $2)); done
  printf %b "$bytes"
}

# A new key for each comparison, so that its duration does not show where two values differ.
is_equal() {
  local key && key=$(openssl rand -hex 32)
  [[ $(printf %s "$1" | hmac "$key" | hex) == "$(printf %s "$2" | hmac "$key" | hex)" ]]
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then receive; fi
