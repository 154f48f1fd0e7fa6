#!/bin/sh
# Makes an authority of its own and a certificate for the NATS servers of compose.cluster.yaml and of
# deploy/kubernetes/cluster, valid for ten years:
#   sh deploy/cluster/make-certificates.sh [folder]
# The default folder is certificates. Existing files are not changed. Keep authority.key elsewhere: no server needs it.
set -eu
folder="${1:-certificates}"
mkdir -p "$folder"
cd "$folder"
if [ ! -e authority.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=weft nats authority" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign \
    -keyout authority.key -out authority.pem
fi
if [ ! -e nats.pem ]; then
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=nats" -keyout nats.key -out nats.csr
  printf '%s\n' \
    'subjectAltName=DNS:nats-1,DNS:nats-2,DNS:nats-3,DNS:weft-nats,DNS:*.weft-nats,DNS:localhost' \
    'extendedKeyUsage=serverAuth,clientAuth' >extensions
  openssl x509 -req -in nats.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 3650 \
    -extfile extensions -out nats.pem
  rm nats.csr extensions
fi
chmod 600 authority.key nats.key
