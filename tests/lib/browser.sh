# For tests in Chromium, after tap.sh: sets $python, which has selenium; where
# there is no browser the test is skipped.
python=
for p in python3 /usr/bin/python3; do
    [ -z "$python" ] && $p -c 'import selenium' 2>/dev/null && python=$p
done
if [ -z "$python" ] || ! command -v chromedriver >/dev/null 2>&1; then
    echo "ok 1 - $(basename "$0" .sh) # SKIP no chromium-driver or no python3-selenium here"
    echo '1..1'
    exit 0
fi
export PYTHONDONTWRITEBYTECODE=1
