// Executes a Containerfile without a container engine: each stage is a folder, in which its commands run.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Copy, DockerfileParser, type From, type Instruction, type JSONInstruction } from 'dockerfile-ast';

const run = promisify(execFile);

/** The Node of this project, in place of that of the images. */
const NODE = dirname(createRequire(import.meta.url).resolve('node/bin/node'));

/** The result of a stage. */
export interface Image {
  /** The folder that is its root. */
  readonly root: string;
  readonly base: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly stopSignal: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

type Draft = { -readonly [Key in keyof Image]: Image[Key] };

/**
 * Builds all stages. Ignores owners (`--chown`), and takes nothing but Node from a base image.
 *
 * @param context - the build context
 * @param into - a folder for the roots of stages
 * @returns the last stage
 * @throws Error for an unknown instruction or a failed command
 */
export async function build(file: string, context: string, into: string): Promise<Image> {
  const stages = new Map<string, Draft>();
  let stage: Draft | undefined;
  for (const instruction of DockerfileParser.parse(await readFile(file, 'utf8')).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From;
      const root = join(into, String(stages.size));
      await mkdir(root);
      stage = {
        root,
        base: from.getImage() ?? '',
        folder: '/',
        environment: {},
        user: 'root',
        volumes: [],
        stopSignal: 'SIGTERM',
        entrypoint: [],
        command: [],
        healthcheck: [],
      };
      stages.set(from.getBuildStage() ?? String(stages.size), stage);
    } else if (!stage) throw new Error(`${instruction.getKeyword()} comes before any stage`);
    else await follow(instruction, stage, stages, context);
  }
  if (!stage) throw new Error('the file has no stage');
  return stage;
}

async function follow(
  instruction: Instruction,
  stage: Draft,
  stages: ReadonlyMap<string, Draft>,
  context: string,
): Promise<void> {
  const words = () => instruction.getArguments().map((one) => one.getValue());
  const strings = () => (instruction as JSONInstruction).getJSONStrings().map((one) => one.getJSONValue());
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.folder = words()[0] ?? '/';
      await mkdir(join(stage.root, stage.folder), { recursive: true });
      return;
    case 'COPY': {
      const copy = instruction as Copy;
      const from = copy
        .getFlags()
        .find((flag) => flag.getName() === 'from')
        ?.getValue();
      const origin = from == null ? context : stages.get(from)?.root;
      if (origin === undefined) throw new Error(`there is no stage ${from}`);
      const paths = words();
      const to = paths.pop() ?? '';
      const place = join(stage.root, to.startsWith('/') ? to : join(stage.folder, to));
      // A destination that ends with a slash, or is a folder, receives the files.
      for (const path of paths)
        await cp(join(origin, path), to.endsWith('/') && path !== '.' ? join(place, path) : place, {
          recursive: true,
          verbatimSymlinks: true,
        });
      return;
    }
    case 'RUN': {
      const text = instruction.getRawArgumentsContent() ?? '';
      if (/(?:^|\s)\//.test(text)) throw new Error(`this would leave the root folder: ${text}`);
      await run('sh', ['-ec', text], {
        cwd: join(stage.root, stage.folder),
        env: environmentOf(stage),
        maxBuffer: 2 ** 26,
      });
      return;
    }
    case 'ENV':
      for (const [, name = '', value = ''] of (instruction.getRawArgumentsContent() ?? '').matchAll(/(\w+)=(\S+)/g))
        stage.environment = { ...stage.environment, [name]: value };
      return;
    case 'USER':
      stage.user = words()[0] ?? '';
      return;
    case 'VOLUME':
      stage.volumes = strings();
      return;
    case 'STOPSIGNAL':
      stage.stopSignal = words()[0] ?? '';
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = strings();
      return;
    case 'CMD':
      stage.command = strings();
      return;
    case 'HEALTHCHECK': {
      const [, list = '[]'] = /CMD\s+(\[.*\])\s*$/s.exec(instruction.getRawArgumentsContent() ?? '') ?? [];
      stage.healthcheck = JSON.parse(list);
      return;
    }
    case 'ARG':
    case 'LABEL':
    case 'EXPOSE':
      return;
    default:
      throw new Error(`unknown instruction ${instruction.getKeyword()}`);
  }
}

/** The environment of this machine (for registry access), without variables that change the build. */
function environmentOf({ environment }: Image): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...own } = process.env;
  return { ...own, PATH: `${NODE}:${own.PATH}`, ...environment };
}

/**
 * Starts a command as a container of the image would: with its user, if allowed, and its environment. Absolute paths are resolved in the root folder.
 *
 * @param environment - added to that of the image
 */
export function start(
  image: Image,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const { root, folder, user } = image;
  const own = Object.entries(image.environment).map(([name, value]) => [name, below(root, value)]);
  const [program = '', ...args] = words.map((word) => below(root, word));
  const [uid, gid] = user.split(':').map(Number);
  const mayChoose = process.getuid?.() === 0;
  return spawn(program === 'node' ? join(NODE, 'node') : program, args, {
    cwd: join(root, folder),
    env: { PATH: NODE, ...Object.fromEntries(own), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(mayChoose && { uid, gid }),
  });
}

function below(root: string, word: string): string {
  return word.startsWith('/') ? join(root, word) : word;
}
