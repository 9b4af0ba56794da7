// Preloaded into every process that a benchmark starts: it ends with its parent, however that one
// ended.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
