import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TemporalBinarySettings } from '../../../workers/config/temporal.ts';
import {
  buildTemporalBinary,
  findTemporalBinary,
  type Provision,
} from '../../../workers/temporal-cli/temporal-binary.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'plumbline-binary-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const search = { signal: new AbortController().signal, onProgress: () => undefined };
const VERSION = 'echo "temporal version 1.5.1 (Server 1.29.1, UI 2.42.1)"';

/** An executable that answers like the Temporal CLI, or runs another script. */
function executable(place: string, script = VERSION): string {
  const path = join(directory, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

function settings(changes: Partial<TemporalBinarySettings> = {}): TemporalBinarySettings {
  const searchPath = changes.searchPath ?? join(directory, 'bin');
  const environment = { PATH: `${searchPath}:/usr/bin:/bin` };
  return { cliPath: undefined, cacheDirectory: join(directory, 'cache'), environment, ...changes, searchPath };
}

/** Provisions that are unreachable, unless a test says otherwise; `calls` records who was asked. */
function provisions(changes: Partial<Record<'download' | 'build', Provision>> = {}) {
  const calls: string[] = [];
  const recorded = (name: 'download' | 'build'): Provision => {
    const provision = changes[name] ?? (() => Promise.reject(new Error(`${name} is unreachable`)));
    return (...parameters) => {
      calls.push(name);
      return provision(...parameters);
    };
  };
  return { calls, download: recorded('download'), build: recorded('build') };
}

const putsBinary: Provision = async (target) => {
  executable(target.slice(directory.length + 1));
};

describe('findTemporalBinary', () => {
  it('prefers TEMPORAL_CLI_PATH', async () => {
    executable('bin/temporal');
    const own = executable('own/temporal');

    expect(await findTemporalBinary(settings({ cliPath: own }), search, provisions())).toBe(own);
  });

  it.each([
    { fault: 'is missing', script: undefined, message: 'does not exist' },
    { fault: 'crashes', script: 'exit 7', message: 'does not run' },
    { fault: 'is another program', script: 'echo "git version 2"', message: 'is not the Temporal CLI' },
  ])('refuses a TEMPORAL_CLI_PATH that $fault, although the PATH has one', async ({ script, message }) => {
    executable('bin/temporal');
    const own = script === undefined ? join(directory, 'gone') : executable('own/temporal', script);

    await expect(findTemporalBinary(settings({ cliPath: own }), search, provisions())).rejects.toThrow(
      new RegExp(`^TEMPORAL_CLI_PATH: .*${message}`),
    );
  });

  it('prefers the first one on the PATH to the cache', async () => {
    const first = executable('bin/temporal');
    executable('cache/temporal');

    expect(await findTemporalBinary(settings(), search, provisions())).toBe(first);
  });

  it('falls back to the cache when the one on the PATH does not run, and downloads nothing', async () => {
    executable('bin/temporal', 'exit 1');
    const cached = executable('cache/temporal');
    const both = provisions();

    expect(await findTemporalBinary(settings(), search, both)).toBe(cached);
    expect(both.calls).toEqual([]);
  });

  it('downloads into the cache before it builds', async () => {
    const both = provisions({ download: putsBinary });

    expect(await findTemporalBinary(settings(), search, both)).toBe(join(directory, 'cache/temporal'));
    expect(both.calls).toEqual(['download']);
  });

  it('builds when the download fails', async () => {
    const both = provisions({ build: putsBinary });

    expect(await findTemporalBinary(settings(), search, both)).toBe(join(directory, 'cache/temporal'));
    expect(both.calls).toEqual(['download', 'build']);
  });

  it('names the five ways and their errors when all fail', async () => {
    const failure = await findTemporalBinary(settings(), search, provisions()).catch((error: Error) => error.message);

    expect(String(failure).split('\n').slice(1)).toEqual([
      '  1. TEMPORAL_CLI_PATH: not set',
      '  2. temporal on the PATH: not found',
      `  3. cache: ${join(directory, 'cache/temporal')} does not exist`,
      '  4. download by the Temporal SDK: download is unreachable',
      '  5. build by Go: build is unreachable',
    ]);
  });

  it('stops looking when it is told to', async () => {
    const stopping = new AbortController();
    const both = provisions({
      download: () => {
        stopping.abort();
        return Promise.reject(new Error('stopped'));
      },
    });

    await expect(findTemporalBinary(settings(), { ...search, signal: stopping.signal }, both)).rejects.toThrow(
      'aborted',
    );
    expect(both.calls).toEqual(['download']);
  });
});

describe('buildTemporalBinary', () => {
  const target = () => join(directory, 'cache/temporal');
  /** A Go that notes its parameters and "builds" an executable. */
  const goScript = () =>
    `echo "$@" >> '${join(directory, 'go-calls')}'; printf '#!/bin/sh\\n${VERSION.replaceAll('"', '\\"')}\\n' > "$GOBIN/temporal"; chmod +x "$GOBIN/temporal"`;

  it('installs the pinned version, reports progress, and leaves only the binary', async () => {
    executable('bin/go', goScript());
    const progress: string[] = [];

    await buildTemporalBinary(target(), settings(), { ...search, onProgress: (_, detail) => progress.push(detail) });

    expect(readFileSync(join(directory, 'go-calls'), 'utf8')).toBe(
      'install github.com/temporalio/cli/cmd/temporal@v1.5.1\n',
    );
    expect(progress[0]).toMatch(/building the Temporal CLI v1\.5\.1 with Go: 0 s so far; takes about 4 minutes, once/);
    expect(readdirSync(join(directory, 'cache')).sort()).toEqual(['build.lock', 'temporal']);
  });

  it('builds once for two processes that need it at the same time', async () => {
    executable('bin/go', goScript());

    await Promise.all([
      buildTemporalBinary(target(), settings(), search),
      buildTemporalBinary(target(), settings(), search),
    ]);

    expect(readFileSync(join(directory, 'go-calls'), 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('says why the build failed and leaves no half-made binary', async () => {
    executable('bin/go', 'echo "go: no such host" >&2; exit 1');

    await expect(buildTemporalBinary(target(), settings(), search)).rejects.toThrow(
      'go install failed (exit code 1): go: no such host',
    );
    expect(existsSync(target())).toBe(false);
  });

  it('says that Go is missing', async () => {
    const withoutGo = { ...settings(), environment: { PATH: join(directory, 'bin') } };

    await expect(buildTemporalBinary(target(), withoutGo, search)).rejects.toThrow('Go is not on the PATH');
  });

  it('ends Go and everything that Go started when it is aborted', async () => {
    executable('bin/go', `sleep 600 & echo started >&2; wait`);
    const stopping = new AbortController();
    const building = buildTemporalBinary(target(), settings(), {
      signal: stopping.signal,
      onProgress: () => setImmediate(() => stopping.abort()),
    });

    await expect(building).rejects.toThrow('go install failed');
  });
});
