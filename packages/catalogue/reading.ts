export { type AskedColumn, askedColumns } from './reading/asked-columns.ts';
export { readMessage } from './reading/message-reading.ts';
export { Message } from './reading/message.ts';
