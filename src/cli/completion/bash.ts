// The completion script for bash.

import type { Command } from '../command.ts';
import { firstArguments, flagsOf, namesOf, PROGRAMS } from './completed.ts';

/** `complete -o default` completes other words as file names. */
export function bashScript(commands: readonly Command[]): string {
  const choices = commands.flatMap((command) =>
    flagsOf(command).flatMap(([name, { choices = [] }]) =>
      choices.length === 0
        ? []
        : `    ${namesOf(command)
            .map((one) => `${one}:--${name}`)
            .join('|')}) values='${choices.join(' ')}' ;;`,
    ),
  );
  const valued = commands.flatMap((command) => {
    const flags = flagsOf(command).filter(([, { takes }]) => takes);
    const names = flags.flatMap(([name, { short }]) => [`--${name}`, short ? `-${short}` : []].flat());
    if (names.length === 0) return [];
    return `    ${namesOf(command).join('|')}) valued='${names.join(' ')}' ;;`;
  });
  const rows = commands.map((command) => {
    const flags = flagsOf(command).flatMap(([name, { short }]) => [`--${name}`, short ? `-${short}` : []].flat());
    const first = firstArguments(command, commands);
    return `    ${namesOf(command).join('|')}) flags='${flags.join(' ')}'; first='${first.join(' ')}' ;;`;
  });
  return `# Completion of understudy in bash: source <(understudy completion bash)
_understudy() {
  local commands='${commands.flatMap(namesOf).join(' ')}'
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local command='' values='' valued='' flags='' first='' word index count=0
  COMPREPLY=()
  # bash splits --flag=value into three words.
  if [[ $current == = ]]; then current=''; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ -z $command ]]; then
      # Without a command, a document or a flag of serve.
      if [[ " $commands " == *" $word "* ]]; then command=$word; else command=serve; fi
      [[ $command == "$word" || $word == -* ]] || count=1
      case $command in
${valued.map((row) => `  ${row}`).join('\n')}
      esac
    elif [[ $word != -* && $word != = && \${COMP_WORDS[index - 1]} != = && " $valued " != *" \${COMP_WORDS[index - 1]} "* ]]; then
      ((count += 1))
    fi
  done
  if [[ -z $command ]]; then
    if [[ $current != -* ]]; then
      COMPREPLY=($(compgen -W "$commands" -- "$current"))
      return
    fi
    command=serve
  fi
  case $command:$previous in
${choices.join('\n')}
  esac
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
    return
  fi
  [[ " $valued " == *" $previous "* ]] && return
  case $command in
${rows.join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif ((count == 0)) && [[ -n $first ]]; then
    COMPREPLY=($(compgen -W "$first" -- "$current"))
  fi
}
complete -o default -F _understudy ${PROGRAMS.join(' ')}
`;
}
