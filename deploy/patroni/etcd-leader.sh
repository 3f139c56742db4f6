#!/bin/sh
# Keeps the leader of etcd off the machine of the primary: a new leader gives every lease its whole time again, so a machine that takes both
# with it is replaced some five seconds later. Runs on each of three machines with the environment of etcd (docs/three-machines.md); a
# machine has the same name in /etc/default/etcd and in Patroni's settings.
export ETCDCTL_API=3 ETCDCTL_ENDPOINTS="$ETCD_ADVERTISE_CLIENT_URLS" ETCDCTL_COMMAND_TIMEOUT=3s

# Columns of a status: address, id, version, size, whether it leads, whether it is a learner.
while sleep "${PAUSE_SECONDS:-5}"; do
  [ "$(etcdctl get --print-value-only /service/matnanum/leader 2>/dev/null)" = "$ETCD_NAME" ] || continue
  etcdctl endpoint status 2>/dev/null | awk -F ', ' '$5 != "true" { exit 1 }' || continue
  other=$(etcdctl endpoint status --cluster 2>/dev/null | awk -F ', ' '$5 $6 == "falsefalse" { print $2; exit }')
  [ -z "$other" ] || etcdctl move-leader "$other"
done
