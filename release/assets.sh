#!/usr/bin/env bash
# The assets of a release: `release/assets.sh EXECUTABLES ASSETS`, where EXECUTABLES has a folder for each system.
# The built package is in DIST. Default: dist
set -euo pipefail
cd "$(dirname "$0")/.."
executables=$1 assets=$2

mkdir -p "$assets"
for folder in "$executables"/*/; do
  # Artifacts of a workflow lose the permission to execute.
  chmod 755 "$folder"understudy*
  cp LICENSE "${folder}LICENSE-understudy.txt"
  # By name: unpacked, they must not replace the LICENSE of the folder.
  (cd "$folder" && tar -czf - --owner=0 --group=0 -- *) >"$assets/$(basename "$folder").tar.gz"
done
node release/release.ts sbom "${DIST:-dist}" >"$assets/understudy.cdx.json"
node release/release.ts formula "$assets" >"$assets/understudy.rb"
(cd "$assets" && sha256sum -- *.tar.gz *.json *.rb >SHA256SUMS)
