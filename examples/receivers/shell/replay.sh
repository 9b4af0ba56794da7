# Replay protection: refuses a delivery that was signed more than five minutes ago. Use it beside
# `verify`, after `source receiver.sh`.

# is_recent FILE ID TIMESTAMP SIGNATURES NOW_S SECRET…     Succeeds when one of the secrets signed the file's bytes with the time.
is_recent() {
  local file=$1 id=$2 timestamp=$3 signatures=$4 now_s=$5 secret key mac signature is_genuine=1
  shift 5
  [[ $timestamp =~ ^[0-9]{1,12}$ ]] || return 1
  ((10#$timestamp >= now_s - 300 && 10#$timestamp <= now_s + 300)) || return 1
  for secret; do
    key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A | hex)
    mac=$({ printf '%s.%s.' "$id" "$timestamp" && cat "$file"; } | hmac "$key" | openssl base64 -A)
    for signature in $signatures; do
      is_equal "$signature" "v1,$mac" && is_genuine=0
    done
  done
  return "$is_genuine"
}
