// The completion script for zsh.

import type { Command, Flag } from '../command.ts';
import { firstArguments, flagsOf, namesOf, PROGRAMS, pathKind, takesFiles } from './completed.ts';

export function zshScript(commands: readonly Command[]): string {
  const listed = commands.flatMap((command) =>
    namesOf(command).map((name) => `    ${quoted(`${name}:${command.summary}`)}`),
  );
  return `#compdef ${PROGRAMS.join(' ')}
# Completion of understudy in zsh: source <(understudy completion zsh)
_understudy() {
  local -a commands
  commands=(
${listed.join('\n')}
  )
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _describe command commands
    _files -g '*.(yaml|yml|json)'
    return
  fi
  if (($commands[(I)$words[2]:*])); then
    local command=$words[2]
    shift words
    ((CURRENT -= 1))
  else
    local command=serve
  fi
  case $command in
${commands.map((command) => caseOf(command, commands)).join('\n')}
  esac
}
(($+functions[compdef])) && compdef _understudy ${PROGRAMS.join(' ')}
`;
}

function caseOf(command: Command, commands: readonly Command[]): string {
  const first = firstArguments(command, commands);
  const specs = [
    ...flagsOf(command).map(([name, flag]) => flagSpec(name, flag)),
    ...(first.length > 0 ? [quoted(`1:argument:(${first.join(' ')})`)] : []),
    ...(takesFiles(command) ? [quoted('*:file:_files')] : []),
  ];
  return `    ${namesOf(command).join('|')})
      _arguments \\
${specs.map((spec) => `        ${spec}`).join(' \\\n')}
      ;;`;
}

function flagSpec(name: string, flag: Flag): string {
  const { short, isRepeatable, takes, help } = flag;
  const end = `[${help.replace(/[[\]\\]/g, '\\$&')}]${takes ? `:${takes.replace(/[:\\]/g, '\\$&')}:${actionOf(flag)}` : ''}`;
  const equals = takes ? '=' : '';
  if (isRepeatable) return quoted(`*--${name}${equals}${end}`);
  if (short === undefined) return quoted(`--${name}${equals}${end}`);
  return `'(-${short} --${name})'{-${short}${takes ? '+' : ''},--${name}${equals}}${quoted(end)}`;
}

function actionOf(flag: Flag): string {
  if (flag.choices) return `(${flag.choices.join(' ')})`;
  const path = pathKind(flag);
  return path === 'folder' ? '_files -/' : path === 'file' ? '_files' : ' ';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
