import { settingTraits } from '@plumbline/contracts/settings/setting';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addSettingOptions, settingsFrom } from '../../../client/cli/options/setting-options.ts';
import { createProgram } from '../../../client/cli/program.ts';
import { presetSettings, readSettings } from '../../../client/configuration/settings.ts';
import { renderCommandReference, renderSettingReference } from '../../../docs/command-reference.ts';

describe('a command that is added', () => {
  it('needs one function to run, to be in the help, and to be documented', async () => {
    const pings: string[] = [];
    const addPingCommand = (program: Command): void => {
      program
        .command('ping')
        .description('Say whether it answers.')
        .argument('<name>', 'whom to ask')
        .action((name: string) => void pings.push(name));
    };
    const program = createProgram({ 'Research:': [addPingCommand] });

    await program.parseAsync(['ping', 'store'], { from: 'user' });

    expect(pings).toEqual(['store']);
    expect(program.helpInformation()).toMatch(/Research:\s+ping \[options\] <name>\s+Say whether it answers\./);
    expect(renderCommandReference(program)).toContain('### ping\n\nSay whether it answers.');
  });
});

describe('a setting that is added', () => {
  const schema = z.strictObject({
    maxFootnotes: z
      .int()
      .min(0)
      .max(20)
      .default(5)
      .register(settingTraits, {
        name: 'max-footnotes',
        group: 'Report',
        description: 'most footnotes of the report',
        presets: { quick: 0, deep: 10 },
      }),
    limits: z
      .strictObject({
        waitSeconds: z.int().min(1).max(3_600).default(90).register(settingTraits, {
          name: 'max-wait',
          group: 'Limits',
          description: 'longest wait',
          unit: 'seconds',
        }),
      })
      .prefault({}),
    showsNotes: z.boolean().default(true).register(settingTraits, {
      name: 'notes',
      group: 'Report',
      description: 'show notes',
    }),
  });
  const settings = readSettings(schema);

  it('is an option with its range and default in the help, and a field of the request', () => {
    const command = new Command('research').exitOverride();
    addSettingOptions(command, settings);

    command.parse(['--max-footnotes', '7', '--max-wait', '15m', '--no-notes'], { from: 'user' });

    expect(command.helpInformation()).toMatch(
      /--max-footnotes <n>\s+most footnotes of the report \(0 to 20; default:\s+5\)/,
    );
    expect(command.helpInformation()).toMatch(/--no-notes\s+do not show notes/);
    expect(settingsFrom(command.opts(), settings)).toEqual({
      maxFootnotes: 7,
      limits: { waitSeconds: 900 },
      showsNotes: false,
    });
    expect(() => command.parse(['--max-wait', 'long'], { from: 'user' })).toThrow('Use a number with a unit');
  });

  it('has its values in the presets and its row in the reference', () => {
    expect(presetSettings('deep', settings)).toEqual({ maxFootnotes: 10 });
    expect(presetSettings('standard', settings)).toEqual({});
    expect(renderSettingReference(settings, {}, [])).toContain(
      '| `--max-footnotes` | most footnotes of the report | 0 to 20 | 5 | 0 | 10 | `maxFootnotes` |',
    );
    expect(renderSettingReference(settings, {}, [])).toContain('| `--max-wait` | longest wait | 1s to 1h | 90s |');
  });

  it('is refused without traits', () => {
    expect(() => readSettings(z.strictObject({ bare: z.int() }))).toThrow('the setting bare has no traits');
  });
});
