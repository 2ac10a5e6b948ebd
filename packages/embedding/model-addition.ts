import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { replaceFile, toJson } from '@plumbline/storage/files';
import {
  type AddedModel,
  findAddedModel,
  MODEL_FILE,
  modelListSchema,
  TOKENIZER_FILE,
  weightsOf,
} from './added-model.ts';
import { ask, bringFile, CHOICES, ModelAdditionError, type Transfer, type WantedFile } from './model-download.ts';
import { createProcessEmbedder } from './process-embedder.ts';

export { ModelAdditionError } from './model-download.ts';

/** Where a model comes from: a list of its files, a folder, or an address below which the files of the usual model are. */
export type ModelOrigin = { readonly manifest: string } | { readonly from: string } | { readonly files: string };

const USUAL_MODEL = 'multilingual-e5-small';
const USUAL_FILES: readonly WantedFile[] = [{ path: TOKENIZER_FILE }, { path: 'onnx/model_quantized.onnx' }];

interface WantedModel {
  readonly name: string;
  readonly files: readonly WantedFile[];
  readonly source: URL;
}

/** A model that has been added, and how it was tried. */
export interface Addition {
  readonly added: AddedModel;
  /** Nothing was known of its files but what came: their hashes hold from now on. */
  readonly isPinned: boolean;
  readonly dimensions: number;
}

/**
 * Brings a model and its runtime into a folder, and tries it.
 *
 * @throws {ModelAdditionError} and leaves what has come for the next time
 */
export async function addModel(folder: string, origin: ModelOrigin, transfer: Transfer): Promise<Addition> {
  await mkdir(folder, { recursive: true });
  const wanted = await findList(folder, origin, transfer.signal);
  const present = findAddedModel(folder);
  if (present !== null && present.model !== wanted.name) await removeFiles(present);
  const files = [];
  for (const file of wanted.files) files.push(await bringFile(file, wanted.source, folder, transfer));
  await bringRuntime(folder, 'from' in origin ? origin.from : null, transfer);
  await replaceFile(join(folder, MODEL_FILE), toJson({ name: wanted.name, files }));
  const added = findAddedModel(folder);
  if (added === null) throw new ModelAdditionError(`${folder} has been changed meanwhile. Repeat the command.`);
  const dimensions = await tryModel(added, transfer);
  return { added, isPinned: wanted.files.some(({ sha256 }) => sha256 === undefined), dimensions };
}

/** The runtime stays. */
async function removeFiles({ folder, tokenizer, weights, mapped }: AddedModel): Promise<void> {
  for (const path of [join(folder, MODEL_FILE), tokenizer, weights, mapped]) await rm(path, { force: true });
}

/** @returns whether there was one */
export async function removeModel(folder: string): Promise<boolean> {
  const isThere = findAddedModel(folder) !== null;
  await rm(folder, { recursive: true, force: true });
  return isThere;
}

async function findList(folder: string, origin: ModelOrigin, signal: AbortSignal): Promise<WantedModel> {
  if ('manifest' in origin) return fetchList(new URL(origin.manifest), signal);
  if ('from' in origin) {
    const listed = findAddedModel(origin.from);
    const source = pathToFileURL(`${origin.from}/`);
    return listed === null
      ? { name: USUAL_MODEL, files: USUAL_FILES, source }
      : { name: listed.model, files: listed.files, source };
  }
  const source = new URL(origin.files.endsWith('/') ? origin.files : `${origin.files}/`);
  // What was pinned once holds.
  const present = findAddedModel(folder);
  return { name: USUAL_MODEL, files: present?.model === USUAL_MODEL ? present.files : USUAL_FILES, source };
}

async function fetchList(address: URL, signal: AbortSignal): Promise<WantedModel> {
  const answer = await ask(address, {}, signal);
  const text = await answer.text();
  if (!answer.ok) throw new ModelAdditionError(`${address.href} answered with status ${answer.status}. ${CHOICES}`);
  try {
    const list = modelListSchema.parse(JSON.parse(text));
    weightsOf(list.files);
    return { ...list, source: address };
  } catch (error) {
    throw new ModelAdditionError(`${address.href} is no list of a model: ${(error as Error).message}`);
  }
}

async function tryModel(added: AddedModel, { signal, onProgress }: Transfer): Promise<number> {
  onProgress('Trying the model');
  try {
    const [vector] = await createProcessEmbedder(added).embed(['ready'], 'query', signal);
    return vector?.length ?? 0;
  } catch (error) {
    signal.throwIfAborted();
    // A model that cannot be run must not be used.
    await rm(join(added.folder, MODEL_FILE), { force: true });
    throw new ModelAdditionError((error as Error).message);
  }
}

/** Why not onnxruntime-web: see decision 0146. */
const RUNTIME = 'onnxruntime-node';
const VERSION = '1.30.0';
const LAST_LINES = 400;

/**
 * Puts the runtime beside a model, from a folder that has it, or with npm. It is no dependency of the project: few need it,
 * and it is larger than all of it.
 *
 * @throws {ModelAdditionError}
 */
export async function bringRuntime(folder: string, from: string | null, transfer: Transfer): Promise<void> {
  const modules = join(folder, 'node_modules');
  if (existsSync(join(modules, RUNTIME))) return;
  if (from !== null && existsSync(join(from, 'node_modules', RUNTIME))) {
    transfer.onProgress(`Copying ${RUNTIME}`);
    await cp(join(from, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true });
  } else {
    transfer.onProgress(`Installing ${RUNTIME} ${VERSION} with npm (114 MB)`);
    // Without it npm would install into a folder above.
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    await installWithNpm(folder, transfer.signal);
  }
  await removeForeignParts(join(modules, RUNTIME));
}

/** Its install script fetches parts for graphics processors, which are not needed. */
async function installWithNpm(folder: string, signal: AbortSignal): Promise<void> {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const words = ['install', ...options, `${RUNTIME}@${VERSION}`];
  await promisify(execFile)('npm', words, { cwd: folder, signal }).catch(({ message }: Error) => {
    signal.throwIfAborted();
    throw new ModelAdditionError(
      `npm could not install ${RUNTIME}: ${message.trim().slice(-LAST_LINES)}\nWithout internet, run "npm install --ignore-scripts ${RUNTIME}@${VERSION}" in a folder elsewhere, put the model's files beside its node_modules, and name the folder with --from.`,
    );
  });
}

/** It comes for all systems: 300 MB, of which one needs 50. */
async function removeForeignParts(runtime: string): Promise<void> {
  const own = join(process.platform, process.arch);
  const parts = globSync('bin/*/*/*', { cwd: runtime });
  for (const part of parts.filter((path) => !path.endsWith(own))) await rm(join(runtime, part), { recursive: true });
}
