#!/bin/sh
# Runs a command, and again after it died: killed by the system, or by exit code 70, which says that
# it cannot go on. A shell waits beside it, because a second Node would take 40 MB. A signal is passed
# on as SIGTERM, since a shell lets what it runs beside itself ignore SIGINT.
child='' stopping='' pause_s=1
stop() {
  stopping=1
  kill -TERM "$child" 2>/dev/null
}
trap stop TERM INT HUP

# Runs a command, and sets `code` to its exit code. A signal ends `wait` before the command ends.
run() {
  "$@" <&0 &
  child=$!
  [ -z "$stopping" ] || kill -TERM "$child" 2>/dev/null
  wait "$child"
  code=$?
  while kill -0 "$child" 2>/dev/null; do
    wait "$child"
    code=$?
  done
}

while :; do
  began_s=$(date +%s)
  run "$@"
  [ -z "$stopping" ] || exit "$code"
  case $code in
    # What a person or a supervisor sends, and what kill and the terminal leave.
    129 | 130 | 143) exit "$code" ;;
    70 | 13? | 14? | 15?) ;;
    *) exit "$code" ;;
  esac
  [ $(($(date +%s) - began_s)) -lt 600 ] || pause_s=1
  echo "Rapport died (exit code $code). It starts again in $pause_s s." >&2
  died=$code
  run sleep "$pause_s"
  [ -z "$stopping" ] || exit "$died"
  pause_s=$((pause_s * 2))
  [ "$pause_s" -le 60 ] || pause_s=60
done
