# Bash completion for pbw. It asks pbw itself: commands and options are those of --help, types those of the schemas that
# stand on the line. Installed in share/bash-completion/completions.

_pbw_commands() { pbw --help 2>/dev/null | awk '/^usage/ { on = 1; getline; next } on && !NF { exit } on { print $1 }'; }

_pbw_options() { pbw "$1" --help 2>/dev/null | sed -n 's/^  \(-., \|    \)\(--[a-z0-9-]*\).*/\2/p'; }

# _pbw_types WORD... : the types of the schemas that the words name
_pbw_types() {
    local schemas=() i
    for ((i = 1; i <= $#; i++)); do
        case ${!i} in
            -s | --schema | -p | --proto | -I | --path)
                local option=${!i}
                ((i++)) && [ "${!i}" = = ] && ((i++))
                schemas+=("$option" "${!i/#\~\//$HOME/}")
                ;;
        esac
    done
    [ ${#schemas[@]} -gt 0 ] && pbw types "${schemas[@]}" 2>/dev/null </dev/null
}

_pbw() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} choices=
    COMPREPLY=()
    # bash has "=" as a word of its own
    [ "$word" = = ] && word=
    [ "$before" = = ] && before=${COMP_WORDS[COMP_CWORD - 2]}
    if [ "$COMP_CWORD" = 1 ]; then
        choices="$(_pbw_commands) --help --version"
    else
        case $before in
            -s | --schema | -p | --proto | -I | --path | -o | --output) ;;
            -t | --type) choices=$(_pbw_types "${COMP_WORDS[@]}") ;;
            --from | --to) choices='binary json text' ;;
            --color) choices='auto never always' ;;
            *)
                if [[ $word == -* ]]; then choices=$(_pbw_options "$command")
                elif [ "$command" = show ]; then choices=$(_pbw_types "${COMP_WORDS[@]}"); fi
                ;;
        esac
    fi
    local IFS=$'\n'
    if [ -n "$choices" ]; then
        choices=${choices//' '/$'\n'}
        COMPREPLY=($(compgen -W "$choices" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}

complete -o filenames -F _pbw pbw
