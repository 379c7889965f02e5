#!/bin/sh
# Usage: fill-in.sh VALUES MACHINE FOLDER
# Writes the files beside it into FOLDER, as machine 1, 2 or 3 needs them. VALUES is a file like cluster.example.
set -eu
[ $# -eq 3 ] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2; exit 2; }
values=$1 machine=$2 folder=$3
address=$(sed -n "s/^ADDRESS_$machine=//p" "$values")
[ -n "$address" ] || { echo "fill-in.sh: $values has no ADDRESS_$machine" >&2; exit 1; }

script=$(mktemp)
trap 'rm -f "$script"' EXIT
{
  grep -E '^[A-Z_0-9]+=' "$values" | sed -e 's/[|&\\]/\\&/g' -e 's/^\([A-Z_0-9]*\)=\(.*\)$/s|@\1@|\2|g/'
  echo "s|@MACHINE@|machine-$machine|g"
  echo "s|@ADDRESS@|$address|g"
} >"$script"
if grep -q '||g$' "$script"; then
  echo "fill-in.sh: $values leaves empty:" $(sed -n 's/^s|@\(.*\)@||g$/\1/p' "$script") >&2
  exit 1
fi

umask 077
mkdir -p "$folder"
for file in etcd.yml patroni.yml haproxy.cfg pgbouncer.ini userlist.txt; do
  sed -f "$script" "$(dirname "$0")/$file" >"$folder/$file"
  if grep -o '@[A-Z_0-9]*@' "$folder/$file" >&2; then
    echo "fill-in.sh: $values has no value for the above" >&2
    exit 1
  fi
done
