/** VitePress's own theme, with the colours and fonts of the dashboard. */
import theme from 'vitepress/theme-without-fonts';
import './style.css';

export default theme;
