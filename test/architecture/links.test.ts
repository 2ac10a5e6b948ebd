import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createProgram } from '../../client/cli/program.ts';
import { countWords, wordsIn } from '../../docs/words.ts';
import { findUnknownCommands } from './command-rules.ts';
import { findBrokenReferences, type Project } from './link-rules.ts';
import { findUnknownNames } from './named-parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a checkout holds beside the project's own files. */
const FOREIGN = new Set(['node_modules', '.git', '.plumbline', 'coverage', 'dist']);

function listPaths(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !FOREIGN.has(name))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? [path, ...listPaths(path)] : [path];
    });
}

function readProject(): Project {
  const paths = listPaths();
  const markdown = paths
    .filter((path) => path.endsWith('.md') && !path.startsWith('test/fixtures/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  return { paths: new Set(paths), markdown };
}

function listCommands(): ReadonlyMap<string, ReadonlySet<string>> {
  const program = createProgram();
  return new Map(
    program.commands.flatMap((command) => [
      [command.name(), optionsOf(command)] as const,
      ...command.commands.map((each) => [`${command.name()} ${each.name()}`, optionsOf(each)] as const),
    ]),
  );
}

function optionsOf({ options }: Command): ReadonlySet<string> {
  return new Set(options.flatMap(({ long }) => long ?? []));
}

function listScripts(): ReadonlySet<string> {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return new Set(Object.keys(scripts));
}

describe('documentation', () => {
  it('has no broken link, anchor or path', () => {
    const project = readProject();

    expect(project.markdown.map(({ path }) => path)).toContain('docs/architecture.md');
    expect(findBrokenReferences(project)).toEqual([]);
  });

  it('names only commands and options that exist', () => {
    const { markdown } = readProject();

    expect(findUnknownCommands(markdown, { commands: listCommands(), scripts: listScripts() })).toEqual([]);
  });

  it('has a README that takes five minutes to read', () => {
    const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n');

    expect(lines.length).toBeLessThanOrEqual(151);
  });

  it('has no more words than a person reads, but for what is generated', () => {
    expect(wordsIn('| **A** | `b c` | – |')).toBe(3);
    expect(countWords()).toBeGreaterThan(20_000);
    expect(countWords()).toBeLessThanOrEqual(30_000);
  });
});

describe('the page on architecture', () => {
  it('names only files and folders that exist', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

    expect(findUnknownNames(page, readProject().paths)).toEqual([]);
  });

  it('is wrong where a name, full or short, is of nothing', () => {
    const paths = new Set(['a', 'a/b', 'a/b/c.ts', 'a/b/d', 'a/e', 'a/e/f.ts']);
    const page = [
      '| `a/b/` | `c.ts`, `d/`, `f.ts`, `gone/` |',
      '| `a/e/f.ts` | `f.ts`, `c.ts` |',
      '',
      'As `a/b/c.ts` and `report.json` say, `d/` is, and `a/x/` is not; `npm run d`.',
    ].join('\n');

    expect(findUnknownNames(page, paths)).toEqual(['f.ts', 'gone/', 'c.ts', 'a/x/']);
  });
});

describe('references in Markdown', () => {
  const paths = new Set(['README.md', 'docs', 'docs/guide.md', 'workflows', 'workflows/run.ts']);
  const guide = { path: 'docs/guide.md', text: '# Guide\n\n## The `run`, in short\n\n## Twice\n\n## Twice\n' };
  const broken = (text: string) => findBrokenReferences({ paths, markdown: [{ path: 'README.md', text }, guide] });

  it.each([
    { text: '[missing](docs/missing.md)', target: 'docs/missing.md' },
    { text: 'In a table:\n\n| a |\n|---|\n| [missing](missing.md) |', target: 'missing.md' },
    { text: '![picture](docs/missing.svg)', target: 'docs/missing.svg' },
    { text: '<img src="docs/missing.png" alt="">', target: 'docs/missing.png' },
    { text: '[by name][1]\n\n[1]: docs/missing.md', target: 'docs/missing.md' },
    { text: '[anchor](docs/guide.md#missing)', target: 'docs/guide.md#missing' },
    { text: '[in the same file](#missing)', target: '#missing' },
    { text: '[of no Markdown](workflows/run.ts#missing)', target: 'workflows/run.ts#missing' },
    { text: 'See `workflows/missing.ts`.', target: 'workflows/missing.ts' },
    { text: 'Run `node workflows/missing.ts --fast`.', target: 'workflows/missing.ts' },
  ])('report a planted one: $text', ({ text, target }) => {
    expect(broken(text)).toEqual([`README.md -> ${target}`]);
  });

  it.each([
    '[page](docs/guide.md), [folder](docs/), [anchor](docs/guide.md#the-run-in-short), [second](docs/guide.md#twice-1)',
    '# Here\n\n[in the same file](#here)',
    '[out of the project](https://example.org/missing.md), [mail](mailto:a@example.org)',
    '`workflows/run.ts`, `workflows/`, `workflows/*.ts`, `workflows/<name>.ts`, `elsewhere/missing.ts`',
    '```sh\nnode workflows/missing.ts\n```',
  ])('let good ones pass: %s', (text) => {
    expect(broken(text)).toEqual([]);
  });
});

describe('commands in Markdown', () => {
  const commands = new Map([
    ['status', new Set(['--watch'])],
    ['briefing', new Set<string>()],
    ['briefing init', new Set(['--example'])],
  ]);
  const known = { commands, scripts: new Set(['demo', 'eval:pages']) };
  const unknown = (text: string) => findUnknownCommands([{ path: 'README.md', text }], known);

  it.each([
    { text: 'Type `npx plumbline stats`.', command: 'npx plumbline stats' },
    { text: '    npx plumbline status limits --wach', command: 'npx plumbline status --wach' },
    { text: '    npx plumbline briefing init grid --watch', command: 'npx plumbline briefing init --watch' },
    { text: '    npm run status -- limits', command: 'npm run status' },
    { text: '```sh\nnpm run -s eval:page\n```', command: 'npm run eval:page' },
  ])('report a planted one: $text', ({ text, command }) => {
    expect(unknown(text)).toEqual([`README.md -> ${command}`]);
  });

  it('let good ones pass', () => {
    const text = [
      '`npx plumbline <command>`, `npx plumbline status x`, `npm run -s eval:pages -- folder --half`',
      'npx plumbline status x --watch --help | grep -- --else     # with --nothing',
      'npx plumbline briefing init grid --example',
    ];

    expect(unknown(text.join('\n'))).toEqual([]);
  });
});
