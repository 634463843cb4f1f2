# A real S3 server for tests, to be sourced: Debian's radosgw on a cluster of one monitor and one OSD
# that keeps everything in memory, all of it on loopback and gone with this shell. Up in 3 seconds:
# a cluster of one need not wait before it agrees with itself (paxos below).
#
#   start_radosgw FOLDER    sets $s3_endpoint and $s3_port; skips the test where it is not installed
#   stop_gateway            kills the server alone; start_gateway brings it back
s3_key=CLEWTESTKEY
s3_secret=clew/test+secret
ceph_pids=()
trap 'kill -KILL "${ceph_pids[@]}" 2>/dev/null || true' EXIT

# free_port: one that nobody listens on, below those that the system gives out by itself.
free_port() {
  local port
  for _ in $(seq 50); do
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
  return 1
}

# run_daemon NAME WORDS...: in the background; it dies with this shell.
run_daemon() {
  local name=$1
  shift
  setpriv --pdeathsig KILL "$@" -c "$ceph_folder/ceph.conf" -f >"$ceph_folder/$name.out" 2>&1 &
  ceph_pids+=($!)
}

ceph_failed() {
  echo "radosgw does not start: $1"
  tail -n 20 "$ceph_folder"/*.out "$ceph_folder"/*.log 2>/dev/null | cut -c1-300
  exit 1
}

# Now and then its first command reaches the monitor before it knows the cluster's id: "wrong fsid",
# and it is gone at once.
start_osd() {
  local tries pid
  for tries in 1 2 3 4 5; do
    run_daemon osd ceph-osd -i 0
    pid=${ceph_pids[-1]}
    for _ in $(seq 15); do
      sleep 0.1
      kill -0 "$pid" 2>/dev/null || continue 2
    done
    return
  done
  ceph_failed "the OSD ended $tries times"
}

start_gateway() {
  run_daemon radosgw radosgw -n client.rgw
  gateway_pid=${ceph_pids[-1]}
  for _ in $(seq 600); do
    (exec 3<>"/dev/tcp/127.0.0.1/$s3_port") 2>/dev/null && return
    kill -0 "$gateway_pid" 2>/dev/null || break
    sleep 0.1
  done
  ceph_failed "it does not listen"
}

stop_gateway() {
  kill -KILL "$gateway_pid"
  wait "$gateway_pid" 2>/dev/null || true
}

start_radosgw() {
  local program missing=()
  PATH=$PATH:/usr/sbin
  for program in radosgw radosgw-admin ceph-mon ceph-osd ceph ceph-authtool monmaptool setpriv; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  ((${#missing[@]} == 0)) || { echo "skipped: no ${missing[*]} here (tools/install s3)"; exit 77; }

  ceph_folder=$1
  local id osd mon_port
  id=$(cat /proc/sys/kernel/random/uuid)
  osd=$(cat /proc/sys/kernel/random/uuid)
  mon_port=$(free_port)
  s3_port=$(free_port)
  s3_endpoint=http://127.0.0.1:$s3_port
  mkdir -p "$ceph_folder"/{mon,osd,run}
  cat >"$ceph_folder/ceph.conf" <<CONF
[global]
fsid = $id
mon host = v1:127.0.0.1:$mon_port
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr2 = false
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
paxos propose interval = 0.05
paxos min wait = 0.01
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon data avail warn = 1
mon data avail crit = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = $ceph_folder/run
admin socket =
pid file =
log file = $ceph_folder/\$name.log
keyring = $ceph_folder/keyring
mon data = $ceph_folder/mon
osd data = $ceph_folder/osd
crash dir = $ceph_folder/run
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$s3_port
rgw dns name = localhost
rgw thread pool size = 32
rgw enable gc threads = false
rgw enable lc threads = false
CONF
  (
    export CEPH_CONF=$ceph_folder/ceph.conf
    ceph-authtool --create-keyring "$ceph_folder/keyring" --gen-key -n mon. --cap mon 'allow *'
    monmaptool --create --fsid "$id" --addv a "[v1:127.0.0.1:$mon_port]" "$ceph_folder/monmap"
    ceph-mon --mkfs -i a -c "$CEPH_CONF" --monmap "$ceph_folder/monmap" --keyring "$ceph_folder/keyring"
  ) >"$ceph_folder/make.out" 2>&1 || ceph_failed "no monitor"
  run_daemon mon ceph-mon -i a
  timeout 30 ceph -c "$ceph_folder/ceph.conf" osd create "$osd" >"$ceph_folder/create.out" 2>&1 ||
    ceph_failed "no answer of the monitor"
  ceph-osd -i 0 -c "$ceph_folder/ceph.conf" --mkfs --osd-uuid "$osd" >"$ceph_folder/mkfs.out" 2>&1 ||
    ceph_failed "no OSD"
  start_osd
  start_gateway
  timeout 60 radosgw-admin -n client.rgw -c "$ceph_folder/ceph.conf" user create --uid clew \
    --display-name clew --access-key "$s3_key" --secret "$s3_secret" >"$ceph_folder/user.out" 2>&1 ||
    ceph_failed "no user"
}
