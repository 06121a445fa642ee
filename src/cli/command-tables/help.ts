// Commands that explain the others.

import { defineCommand } from '../command.ts';

export const HELP = defineCommand({
  name: 'help',
  group: 'Help',
  arguments: '[COMMAND]',
  usage: ['help', 'help COMMAND', 'help exit-codes'],
  summary: 'explain a command, or the exit codes',
  about: ['Lists the commands, or explains one. `understudy help exit-codes` lists the exit codes.'],
  flags: { json: { help: 'print all commands with their flags as JSON' } },
});

export const COMPLETION = defineCommand({
  name: 'completion',
  group: 'Help',
  arguments: 'SHELL',
  actions: ['bash', 'zsh', 'fish'],
  usage: ['completion bash|zsh|fish'],
  summary: 'print a completion script for a shell',
  about: [
    'Prints a script that completes commands, flags and their values.',
    'bash: add `source <(understudy completion bash)` to ~/.bashrc.',
    'zsh: add `source <(understudy completion zsh)` to ~/.zshrc, after compinit.',
    'fish: run `understudy completion fish > ~/.config/fish/completions/understudy.fish`.',
  ],
  flags: {},
});
