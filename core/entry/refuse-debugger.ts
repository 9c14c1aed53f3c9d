// Node opens a debugger on SIGUSR1, and whoever reaches its port reads the keys and runs code. A listener takes the
// default away. Imported first, so that it holds however the process was started; `--disable-sigusr1` closes the moments
// before.
process.on('SIGUSR1', () => {});
