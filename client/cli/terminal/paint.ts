import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

/** Puts a style around a text, or leaves it alone where there is no colour. */
export type Paint = (style: Style, text: string) => string;

export function createPaint(hasColour: boolean): Paint {
  // The configuration has decided about colour already; Node would look at the environment again.
  return hasColour ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;
}
