vcl 4.1;

# Varnish between the proxy that ends TLS and the site: varnishd -a 127.0.0.1:6081 -f /etc/varnish/varnish.vcl -s malloc,1g
# TRUST_PROXY of the site names both addresses. What is the same for everybody stays here for five seconds, and is then
# renewed behind the back of whoever asks; a picture stays for ten minutes.
#
# Purge what must not be shown any longer, from this machine, with the site's host:
#   curl -X PURGE -H 'Host: your.site' http://127.0.0.1:6081/images/KEY.jpg

backend site {
  .host = "127.0.0.1";
  .port = "3000";
}

acl operators {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ operators) {
      return (synth(405));
    }
    return (purge);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Files are the same for everybody; those that are not say so in their response.
  if (req.url ~ "^/(images|assets)/") {
    return (hash);
  }
  # The site's own cookies: a session, a recovery, an upload, a known browser, a write.
  if (req.http.Cookie ~ "(^|; ?)(__Host-)?[a-z]id=") {
    return (pass);
  }
  unset req.http.Cookie;
  return (hash);
}

sub vcl_backend_response {
  if (bereq.url ~ "^/images/" && beresp.ttl > 10m) {
    set beresp.ttl = 10m;
  }
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
