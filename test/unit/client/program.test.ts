import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../client/cli/program.ts';
import project from '../../../package.json' with { type: 'json' };

describe('the program', () => {
  it.each(['--version', '-V'])('prints its version (%s)', async (flag) => {
    let printed = '';
    const program = createProgram([]).configureOutput({ writeOut: (text) => (printed += text) });

    await expect(program.parseAsync(['node', 'plumbline', flag])).rejects.toMatchObject({ exitCode: 0 });
    expect(printed).toBe(`${project.version}\n`);
  });
});
