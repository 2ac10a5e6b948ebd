import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../client/cli/program.ts';
import { commands } from '../../../client/errors/failures.ts';
import { generatePages } from '../../../docs/pages.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('the generated pages', () => {
  it.each(Object.entries(generatePages()))('docs/%s is as `npm run docs` writes it', (name, text) => {
    expect(readFileSync(`${ROOT}docs/${name}`, 'utf8')).toBe(text);
  });

  it('name every command and every option', () => {
    const page = generatePages()['commands.md'] ?? '';

    const { commands } = createProgram();
    expect(commands.length).toBeGreaterThan(20);
    const all = commands.flatMap((command) => [
      { command, name: command.name() },
      ...command.commands.map((each) => ({ command: each, name: `${command.name()} ${each.name()}` })),
    ]);
    for (const { command, name } of all) {
      expect(page).toContain(`### ${name}\n`);
      for (const { flags } of command.options) expect(page).toContain(`\`${flags}\``);
    }
  });
});

describe('a command that a message names', () => {
  const folders = ['client', 'workers', 'payloads', 'activities', 'workflows'];
  const files = folders.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const mentions = files.flatMap((path) =>
    [...readFileSync(`${ROOT}${path}`, 'utf8').matchAll(/npx plumbline ([a-z]+)/g)].map(([, command]) => ({
      path,
      command: command ?? '',
    })),
  );

  const worded = Object.entries(commands).map(([path, write]) => ({
    path,
    command: write('research', '--id').split(' ')[2] ?? '',
  }));

  it('exists', () => {
    const known = new Set(createProgram().commands.map((command) => command.name()));

    expect(mentions.length).toBeGreaterThan(5);
    expect([...mentions, ...worded].filter(({ command }) => !known.has(command))).toEqual([]);
  });
});
