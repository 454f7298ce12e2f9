/**
 * Runs before every other script of the page:
 * 1. the theme, so that nothing is painted in the wrong one, and the system's for as long as that is the choice;
 * 2. the page's nonce on every <style> that a script makes (Monaco, Radix): 'strict-dynamic' trusts those scripts,
 *    and markup that is injected as HTML still carries no nonce;
 * 3. the Trusted Types default policy for the bundler's chunk loader, which sets script.src to a plain string:
 *    addresses of our own static files pass, nothing else does.
 */
export const BOOT_SCRIPT = `(function (document) {
  var system = matchMedia('(prefers-color-scheme: dark)');
  function paint() {
    var choice = null;
    try { choice = localStorage.getItem('glyph.theme'); } catch (error) {}
    var dark = choice ? choice === 'dark' : system.matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }
  paint();
  system.addEventListener('change', paint);

  var nonce = document.currentScript.nonce;
  var createElement = document.createElement;
  if (nonce) document.createElement = function () {
    var element = createElement.apply(document, arguments);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };

  if (self.trustedTypes && trustedTypes.createPolicy) trustedTypes.createPolicy('default', {
    createScriptURL: function (text) {
      var address = new URL(text, location.href);
      var ours = address.origin === location.origin && address.pathname.indexOf('/_next/static/') === 0;
      return ours ? text : null;
    }
  });
})(document)`;
