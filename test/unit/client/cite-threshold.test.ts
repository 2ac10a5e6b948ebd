import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../client/cli/program.ts';
import { loadClientConfig } from '../../../client/configuration/config.ts';

describe('how similar a note must be', () => {
  it('may be set in the environment, for reports and for answers', () => {
    const commands = createProgram().commands.filter((command) => ['ask', 'research'].includes(command.name()));

    const variables = commands.map(({ options }) => options.find(({ long }) => long === '--cite-threshold')?.envVar);
    expect(variables).toEqual(['PLUMBLINE_CITE_THRESHOLD', 'PLUMBLINE_CITE_THRESHOLD']);
  });

  it('is a share', () => {
    const load = (value: string) => () =>
      loadClientConfig({ PLUMBLINE_CITE_THRESHOLD: value }, { stdin: {}, stdout: {}, stderr: {} });

    expect(load('0.99')).not.toThrow();
    expect(load('2')).toThrow('PLUMBLINE_CITE_THRESHOLD');
  });
});
