// Node opens a debugger on SIGUSR1, and anyone who reaches its port can read the keys and run code. A listener takes the
// default away. Imported first, so that it holds however the process was started; `--disable-sigusr1` closes the moments
// before.
process.on('SIGUSR1', () => {});
