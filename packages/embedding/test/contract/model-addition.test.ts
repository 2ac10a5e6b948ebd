import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { findAddedModel } from '../../added-model.ts';
import { addModel, removeModel } from '../../model-addition.ts';
import { bringRuntime } from '../../model-addition.ts';
import { bringFile } from '../../model-download.ts';
import { createProcessEmbedder } from '../../process-embedder.ts';
import { sha256Of, TINY_TOKENIZER, tinyWeights } from '../tiny-model.ts';

const WEIGHTS = tinyWeights();
const FILES: Readonly<Record<string, Buffer>> = {
  '/tokenizer.json': Buffer.from(TINY_TOKENIZER),
  '/onnx/model_quantized.onnx': WEIGHTS,
};
const LIST = {
  name: 'tiny-e5',
  files: Object.entries(FILES).map(([path, content]) => ({
    path: path.slice(1),
    bytes: content.length,
    sha256: sha256Of(content),
  })),
};
const { signal } = new AbortController();
const transfer = { signal, onProgress: () => undefined };

let server: Server;
let origin: URL;
let folder: string;
/** Ranges that were asked for. */
let ranges: (string | undefined)[];
/** Bytes after which the next answer breaks off. */
let cutAfter: number | null;
/** Present version of the files. */
let etag: string;
let list: object;

beforeAll(async () => {
  server = createServer((request, response) => {
    const content = request.url === '/list.json' ? Buffer.from(JSON.stringify(list)) : FILES[request.url ?? ''];
    if (content === undefined) return response.writeHead(404).end();
    ranges.push(request.headers.range);
    const isSame = request.headers['if-range'] === etag;
    const start = isSame ? Number(/\d+/u.exec(request.headers.range ?? '')?.[0] ?? 0) : 0;
    response.writeHead(start > 0 ? 206 : 200, { etag, 'content-length': content.length - start });
    if (cutAfter === null) return response.end(content.subarray(start));
    response.write(content.subarray(start, start + cutAfter));
    return void breakOff(response, cutAfter);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => server.close());

/** When all that was sent is written. */
async function breakOff(response: ServerResponse, written: number): Promise<void> {
  cutAfter = null;
  const part = join(folder, 'model_quantized.onnx.part');
  await expect
    .poll(() =>
      stat(part).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBe(written);
  response.destroy();
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-model-'));
  [ranges, cutAfter, etag, list] = [[], null, '"one"', LIST];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('bringFile', () => {
  const wanted = { path: 'onnx/model_quantized.onnx' };
  const bring = (file: Parameters<typeof bringFile>[0] = wanted) => bringFile(file, origin, folder, transfer);

  it('brings a file, says its hash, and asks for it only once', async () => {
    expect(await bring()).toEqual({ ...wanted, bytes: WEIGHTS.length, sha256: sha256Of(WEIGHTS) });
    await bring();
    expect(ranges).toEqual([undefined]);
    expect(await readdir(folder)).toEqual(['model_quantized.onnx']);
  });

  it('goes on where it broke off', async () => {
    cutAfter = 100;
    await expect(bring()).rejects.toThrow('repeat the command to go on');
    expect(await bring()).toMatchObject({ sha256: sha256Of(WEIGHTS) });
    expect(ranges).toEqual([undefined, 'bytes=100-']);
  });

  it('joins no halves of two versions', async () => {
    cutAfter = 100;
    await expect(bring()).rejects.toThrow('broke off');
    etag = '"two"';
    expect(await bring()).toMatchObject({ bytes: WEIGHTS.length, sha256: sha256Of(WEIGHTS) });
  });

  it('refuses a file with another hash, and keeps nothing of it', async () => {
    await expect(bring({ ...wanted, sha256: '0'.repeat(64) })).rejects.toThrow(/another file and was not kept/);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('with the runtime', () => {
  let runtime: string | null = null;
  let problem = '';

  beforeAll(async () => {
    // Kept with what npm installed, because npm fetches more than 100 MB.
    const kept = fileURLToPath(new URL('../../../../node_modules/.cache/onnxruntime', import.meta.url));
    await mkdir(kept, { recursive: true });
    await bringRuntime(kept, null, transfer).then(
      () => (runtime = kept),
      (error: Error) => (problem = error.message),
    );
  });

  /** A folder as `--from` names it. */
  async function folderWithRuntime(context: TestContext): Promise<string> {
    if (runtime === null) return context.skip(`the runtime cannot be installed: ${problem}`);
    const from = join(folder, 'from');
    await mkdir(from);
    await symlink(join(runtime, 'node_modules'), join(from, 'node_modules'));
    return from;
  }

  async function added(context: TestContext) {
    const from = await folderWithRuntime(context);
    await writeFile(join(from, 'tokenizer.json'), TINY_TOKENIZER);
    await writeFile(join(from, 'model_quantized.onnx'), WEIGHTS);
    return addModel(join(folder, 'model'), { from }, transfer);
  }

  it('adds a model from a folder, pins what came, and removes it', async (context) => {
    const addition = await added(context);
    expect(addition).toMatchObject({ isPinned: true, dimensions: 2, added: { sha256: sha256Of(WEIGHTS) } });
    const again = await addModel(join(folder, 'again'), { from: addition.added.folder }, transfer);
    expect(again).toMatchObject({ isPinned: false, added: { sha256: sha256Of(WEIGHTS) } });
    expect(await removeModel(addition.added.folder)).toBe(true);
    expect(findAddedModel(addition.added.folder)).toBeNull();
  });

  it('adds a model from a list, and nothing if a file is another one', async (context) => {
    const from = await folderWithRuntime(context);
    const manifest = new URL('list.json', origin).href;
    await mkdir(join(folder, 'model'));
    await symlink(join(from, 'node_modules'), join(folder, 'model', 'node_modules'));
    list = { ...LIST, files: LIST.files.map((file) => ({ ...file, sha256: '0'.repeat(64) })) };
    await expect(addModel(join(folder, 'model'), { manifest }, transfer)).rejects.toThrow('has the SHA-256');
    expect(findAddedModel(join(folder, 'model'))).toBeNull();
    list = LIST;
    const addition = await addModel(join(folder, 'model'), { manifest }, transfer);
    expect(addition).toMatchObject({ isPinned: false, added: { model: 'tiny-e5' } });
    expect(JSON.parse(await readFile(join(folder, 'model', 'model.json'), 'utf8'))).toEqual(LIST);
    // The usual model has other files of the same names.
    ranges = [];
    await addModel(join(folder, 'model'), { files: origin.href }, transfer);
    expect(ranges).toHaveLength(LIST.files.length);
  });

  it('gives texts of the same sense the same direction, and goes on after a kill', async (context) => {
    const embedder = createProcessEmbedder((await added(context)).added);
    const [lamp, light, river] = await embedder.embed(['lamp', 'light', 'river'], 'passage', signal);
    expect([lamp, light, river]).toEqual(
      [
        [1, 0],
        [1, 0],
        [0, 1],
      ].map((vector) => Float32Array.from(vector)),
    );
    const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    const [pid] = processes.filter((line) => line.includes(join(folder, 'model'))).map((line) => parseInt(line, 10));
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await embedder.embed(['river'], 'query', signal)).toEqual([river]);
  });

  it('maps weights that it laid out once, and lays them out anew for another model', async (context) => {
    const { added: first } = await added(context);
    expect(await readdir(first.folder)).toContain(`${sha256Of(WEIGHTS)}.ort`);
    // What is read from now on is only this.
    await writeFile(first.weights, 'not a model');
    expect(await createProcessEmbedder(first).embed(['lamp'], 'passage', signal)).toEqual([Float32Array.of(1, 0)]);
    await writeFile(first.mapped, 'no weights');
    list = LIST;
    const again = await addModel(first.folder, { manifest: new URL('list.json', origin).href }, transfer);
    expect(again).toMatchObject({ dimensions: 2, added: { model: 'tiny-e5' } });
  });
});
