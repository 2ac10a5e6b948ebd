import { spawnSync } from 'node:child_process';
import { styleText } from 'node:util';

/** A stream that text goes to: `process.stdout`, `process.stderr`. */
export interface TextStream {
  write(text: string): boolean;
}

/** Results go to stdout as text or JSON; progress goes to stderr, so that the two never mix. */
export interface Output {
  readonly isJson: boolean;
  /** The command's result: `value` as JSON, or the text or lines of `render()`. */
  result(value: unknown, render: () => string | readonly string[]): void;
  /** One JSON line of a series; nothing in text mode. */
  event(value: unknown): void;
  /** One line of progress; nothing when quiet. */
  progress(line: string): void;
  /** A message that is shown even when quiet. */
  notice(text: string): void;
}

export interface OutputSettings {
  readonly stdout: TextStream & { readonly isTTY?: boolean; readonly rows?: number };
  readonly stderr: TextStream;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** Shell command that shows what is longer than the window of a terminal; left out: none. */
  readonly pager?: string | undefined;
  /** Of the pager. */
  readonly environment?: NodeJS.ProcessEnv;
}

export function createOutput({
  stdout,
  stderr,
  isJson,
  isQuiet,
  pager = '',
  environment = {},
}: OutputSettings): Output {
  return {
    isJson,
    result(value, render) {
      const text = isJson ? toJson(value, 2) : [render()].flat().join('\n').trimEnd();
      // A terminal without a window says 0.
      const isLong = !isJson && stdout.isTTY === true && (stdout.rows || Infinity) < text.split('\n').length;
      if (pager === '' || !isLong || !isPaged(`${text}\n`, pager, environment)) stdout.write(`${text}\n`);
    },
    event(value) {
      if (isJson) stdout.write(`${toJson(value)}\n`);
    },
    progress(line) {
      if (!isQuiet) stderr.write(`${line}\n`);
    },
    notice(text) {
      stderr.write(`${text}\n`);
    },
  };
}

/** @returns false where there is no such pager */
function isPaged(input: string, pager: string, environment: NodeJS.ProcessEnv): boolean {
  // As git does: colours pass, the text stays, and what fits after all is not held.
  const env = { LESS: 'FRX', ...environment };
  return spawnSync(pager, { shell: true, input, stdio: ['pipe', 'inherit', 'ignore'], env }).status !== 127;
}

/** JSON leaves DEL and the C1 controls as they are; terminals may interpret them. */
export function toJson(value: unknown, indent?: number): string {
  // oxlint-disable-next-line no-control-regex
  return JSON.stringify(value, null, indent).replaceAll(/[\u007f-\u009f]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** Styles a text, or returns it unchanged without colour. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(hasColour: boolean): Paint {
  // The configuration has already decided about colour; without the option Node would check the environment again.
  return hasColour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;
}
