// A script, not a module, because it must run before the first paint: a dark page would flash white.
{
  const theme = localStorage.getItem('assay-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}
