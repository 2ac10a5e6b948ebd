import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../../client/cli/context/command.ts';
import { renderInTerminal } from '../../../client/cli/rendering/render-report.ts';
import { createOutput, toJson } from '../../../client/cli/terminal/output.ts';
import { EnvironmentError, RunFailedError, UsageError } from '../../../client/errors/failures.ts';

function createStream() {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text) > 0 };
}

function createRecordingOutput(flags: { readonly isJson: boolean; readonly isQuiet: boolean }) {
  const stdout = createStream();
  const stderr = createStream();
  return { output: createOutput({ stdout, stderr, ...flags }), stdout, stderr };
}

describe('createOutput', () => {
  it('writes one JSON document to stdout and progress to stderr', () => {
    const { output, stdout, stderr } = createRecordingOutput({ isJson: true, isQuiet: false });

    output.progress('working');
    output.result({ done: true }, () => 'Done.');

    expect(JSON.parse(stdout.written.join(''))).toEqual({ done: true });
    expect(stderr.written).toEqual(['working\n']);
  });

  it('is silent about progress when quiet, but not about notices', () => {
    const { output, stderr } = createRecordingOutput({ isJson: false, isQuiet: true });

    output.progress('working');
    output.notice('error: disk full');

    expect(stderr.written).toEqual(['error: disk full\n']);
  });
});

describe('toJson', () => {
  it('escapes the control characters that JSON leaves alone', () => {
    expect(toJson('\u009b2J\u007f')).toBe('"\\u009b2J\\u007f"');
  });
});

describe('describeFailure', () => {
  it.each([
    [new UsageError('no such run', 'See `list`.'), 2, 'no such run. See `list`.'],
    [new EnvironmentError('Temporal is away.'), 3, 'Temporal is away.'],
    [new RunFailedError('the run halted: disk full'), 4, 'the run halted: disk full'],
    [new Error('EIO'), 3, 'EIO.'],
    [new Error('no start', { cause: new Error('no disk') }), 3, 'no start (no disk).'],
  ])('gives %o the exit code %i', (error, exitCode, message) => {
    expect(describeFailure(error)).toMatchObject({ exitCode, message });
  });
});

describe('renderInTerminal', () => {
  it('leaves Markdown unchanged without a terminal, except for control characters', async () => {
    expect(await renderInTerminal('# Title\n\n- **bold** \u001b[2J[1]\n', null)).toBe('# Title\n\n- **bold** [1]\n');
  });

  it('renders emphasis inside list entries on a terminal', async () => {
    const text = await renderInTerminal('- Set **connections** in `Pool` [1]', 60);

    expect(text).toContain('connections');
    expect(text).not.toContain('**');
  });
});
