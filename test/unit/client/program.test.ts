import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { completionsOf } from '../../../client/cli/commands/config.ts';
import { createProgram, main } from '../../../client/cli/program.ts';
import project from '../../../package.json' with { type: 'json' };

describe('the program', () => {
  it.each(['--version', '-V'])('prints its version (%s)', async (flag) => {
    let printed = '';
    const program = createProgram({}).configureOutput({ writeOut: (text) => (printed += text) });

    await expect(program.parseAsync(['node', 'plumbline', flag])).rejects.toMatchObject({ exitCode: 0 });
    expect(printed).toBe(`${project.version}\n`);
  });
});

const all = (program: Command): Command[] => program.commands.flatMap((each) => [each, ...all(each)]);
const optionsOf = (commands: readonly Command[], isShown: boolean): Set<string> =>
  new Set(
    commands.flatMap(({ options }) => options.flatMap(({ long, hidden }) => (isShown && hidden ? [] : (long ?? [])))),
  );

/** What a command line prints, and how it ends. */
async function run(...words: string[]) {
  const texts: string[] = [];
  const stream = () => new PassThrough({ encoding: 'utf8' }).on('data', (text: string) => texts.push(text));
  const code = await main(words, { stdin: new PassThrough(), stdout: stream(), stderr: stream() }, {});
  return { code, text: texts.join('') };
}

describe('the words at a terminal', () => {
  it('are forty commands, of whose options sixty are shown', () => {
    const commands = all(createProgram(undefined, false));
    const runnable = commands.filter((command) => command.commands.length === 0 || command.options.length > 0);

    expect(runnable.length).toBeLessThanOrEqual(40);
    expect(optionsOf(commands, true).size).toBeLessThanOrEqual(60);
    expect(optionsOf(commands, false).size).toBeGreaterThan(100);
  });

  it('are in a group, each with an example', async () => {
    const groups = new Set(createProgram().commands.map((command) => command.helpGroup()));
    const help = await run('steer', '--help');

    expect([...groups].sort()).toEqual(['Ask and chat:', 'Briefing:', 'Manage:', 'Research:', 'Sources:']);
    for (const command of all(createProgram())) {
      let text = '';
      command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
      expect(text).toContain('Example:\n  npx plumbline ');
    }
    expect(help.text).not.toContain('--max-pages');
    expect((await run('steer', '--help', '--all')).text).toContain('--max-pages');
  });

  it.each([
    ['extend', 'steer --max-model-calls 800'],
    ['memory verify', 'memory add "…" --dry-run'],
    ['briefing backfill', 'briefing run <folder> --again <day>'],
  ])('of before (%s) answer with those of today', async (before, today) => {
    const { code, text } = await run(...before.split(' '));

    expect([code, text]).toEqual([2, `error: that is \`npx plumbline ${today}\` now\n`]);
  });
});

describe('completion', () => {
  const tools = { runs: { list: async () => [{ researchId: 'research-lamp-3f9a21' }] } };
  const context = { tools: async () => ({ ...tools, conversations: { list: async () => [] } }) };
  const completed = (...words: string[]) => completionsOf(context, createProgram(), words);

  it.each([
    [['ste'], ['steer']],
    [['briefing', 'sh'], ['show']],
    [['report', '--format', 'doc'], ['docx']],
    [['research', '--pres'], ['--preset']],
    [['status', 'res'], ['research-lamp-3f9a21']],
    [['report', '--against', ''], ['research-lamp-3f9a21']],
    [['read', 'man'], []],
  ])('of %j offers %j', async (words, offered) => {
    expect(await completed(...words)).toEqual(offered);
  });
});
