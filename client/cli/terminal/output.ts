import { styleText } from 'node:util';

/** A stream that text goes to: `process.stdout`, `process.stderr`. */
export interface TextStream {
  write(text: string): boolean;
}

/** Results go to stdout as text or JSON; progress goes to stderr, so that the two never mix. */
export interface Output {
  readonly isJson: boolean;
  /** The command's result: `value` as JSON, or the text of `render()`. */
  result(value: unknown, render: () => string): void;
  /** One JSON line of a series; nothing in text mode. */
  event(value: unknown): void;
  /** One line of progress; nothing when quiet. */
  progress(line: string): void;
  /** A message that is shown even when quiet. */
  notice(text: string): void;
}

export function createOutput({
  stdout,
  stderr,
  isJson,
  isQuiet,
}: {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
}): Output {
  return {
    isJson,
    result(value, render) {
      stdout.write(isJson ? `${toJson(value, 2)}\n` : `${render().trimEnd()}\n`);
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
