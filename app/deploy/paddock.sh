#!/bin/sh
# The commands of a packed site: ./paddock start, ./paddock admin -- grant EMAIL. They are npm's, on the Node that came along.
usage="usage: ./paddock start | demo | seed | admin | backup | restore | uploads | --help | --version"
case "${1-} ${2-}" in
"--help "* | "-h "* | "start --help" | "start -h" | "demo --help" | "demo -h")
	echo "$usage"
	exit
	;;
"start "* | "demo "* | "seed "* | "admin "* | "backup "* | "restore "* | "uploads "* | "--version "*) ;;
*)
	echo "$usage" >&2
	exit 1
	;;
esac
name=$1
shift
# As with npm.
[ "${1-}" = -- ] && shift
here=$(dirname "$(readlink -f "$0")")
exec env MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=1048576 \
	"$here/node_modules/.bin/node" --max-semi-space-size=16 "$here/app/cli/run.mjs" "$name" "$@"
