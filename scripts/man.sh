#!/bin/sh
# The manual page of pbw, from what pbw says of itself: scripts/man.sh PBW >docs/pbw.1
set -eu
pbw=$1

# Text as it is, in roff.
as_it_is() {
    printf '.nf\n'
    sed 's/\\/\\e/g; s/-/\\-/g; s/^\([.'"'"']\)/\\\&\1/'
    printf '.fi\n'
}

# The paragraphs of `pbw --help` from the one that begins with $1 to the one that begins with $2.
part() { "$pbw" --help | awk -v from="$1" -v to="$2" 'index($0, from) == 1 { on = 1 } to != "" && index($0, to) == 1 { exit } on'; }

printf '.\\" Made by make man from pbw --help. Do not edit.\n.TH PBW 1 "" "pbwire" "User Commands"\n'
printf '.SH NAME\npbw \\- %s\n' "$("$pbw" --help | sed -n '1s/^pbw - //p')"
printf '.SH SYNOPSIS\n'
part usage: '' | sed -n '1s/^usage: //p' | as_it_is
printf '.SH DESCRIPTION\n'
part 'A schema' 'exit codes' | as_it_is
printf '.SH COMMANDS\n'
for command in $(part usage: '' | awk 'NR > 2 && !NF { exit } NR > 2 { print $1 }'); do
    printf '.SS %s\n' "$command"
    "$pbw" "$command" --help | as_it_is
done
printf '.SH EXIT STATUS\n'
part 'exit codes' '' | sed '1s/^exit codes: /            /; s/^            //' | as_it_is
printf '.SH SEE ALSO\nprotoc(1)\n'
