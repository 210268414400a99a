"""The site as a folder for any web host, without a server: pages, files, and answers that a server would give.

What depends on a visitor (matches, progress, searches) is answered in the browser: `static/js/exported/server.js`.
"""
