import { MAX_LINGER_MINUTES } from '@plumbline/contracts/common/embedded-state';
import { InvalidArgumentError, Option } from 'commander';
import { parseWholeNumber } from './option-values.ts';

/** Of the commands that see what they begin to its end. */
export function lingerOption(): Option {
  return new Option(
    '--linger <minutes>',
    `how long server and worker stay ready for the next command (0 to ${MAX_LINGER_MINUTES}; default: 10 on a terminal)`,
  ).argParser(parseMinutes);
}

function parseMinutes(text: string): number {
  const minutes = parseWholeNumber(text);
  if (minutes > MAX_LINGER_MINUTES) throw new InvalidArgumentError(`Use minutes from 0 to ${MAX_LINGER_MINUTES}.`);
  return minutes;
}
