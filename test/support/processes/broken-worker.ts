// A worker that ends before it is ready, every time.
process.send?.({ type: 'failed', message: 'the store is damaged' }, undefined, undefined, () => process.exit(1));
