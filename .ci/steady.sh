# steady.sh TIMES BURNERS PYTEST...: the tests that wait for a process, a socket or a clock, so many
# times over, while so many other processes keep the processors busy. Ends at the first failure.
set -eu
times=$1 burners=$2
shift 2
burning=
trap 'kill $burning 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
for _ in $(seq "$burners"); do
	sh -c 'while :; do :; done' &
	burning="$burning $!"
done
for time in $(seq "$times"); do
	echo "steady: $time of $times, beside $burners"
	"$@" -q -m waits
done
