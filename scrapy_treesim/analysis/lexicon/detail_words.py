"""Words of short texts near what is sold: of stock, of former prices, of reviews, of brands."""

from typing import Final

BUY: Final = """
    buy kaufen bestellen acheter commander comprar acquista bestel kup купить koupit kúpiť köp
    cumpără kosárba 加入购物车 立即购买 加入購物車 放入購物車 カートに入れる 購入する 장바구니
    구매하기
"""
"""To buy."""
CART: Final = """
    cart basket bag trolley warenkorb einkaufswagen panier carrito cesta carrinho sacola carrello
    winkelwagen winkelmand koszyka sepete корзину košíku košíka handlekurv kurv varukorg
    varukorgen kundvagn ostoskoriin coș καλάθι
"""
"""A cart; beside another word, to put something into it."""
SEEN: Final = """
    items item see view show go your my open empty edit voir afficher votre mon vider ver tu mi
    mein dein ihr zum anzeigen vai vedi tuo bekijk gift cards gutschein gutscheine karten cadeau
    zobacz twój zobrazit váš
"""
"""Words of buttons that lead to the cart, or sell something else."""

STOCK: Final = """
    stock available availability unavailable sold lager lieferbar verfügbar ausverkauft vorrätig
    rupture disponible indisponible épuisé agotado disponibile esaurito disponível esgotado
    voorraad uitverkocht leverbaar dostępny dostępna niedostępny wyprzedane magazynie skladem
    vypredané vyprodáno skladom készleten elfogyott stoc epuizat наличии склад распродано lagret
    slutsåld varastossa stokta tükendi zalihi preorder backorder backordered discontinued ships
    dispatched ended
"""
"""To be had, or no more."""

OLD: Final = """
    was before formerly regularly rrp msrp uvp statt vorher bisher avant ancien antes prima
    listino anterior previous original retail adviesprijs regularna běžná původní eredeti vechi
    старая tidigare ord lowest niedrigster
"""
"""A former price, or one that others take."""

MINOR: Final = """
    save saving savings sparen ersparnis économisez ahorra ahorro risparmi economize shipping
    delivery versand livraison envío spedizione frete bezorging doprava dostawa доставка
    installments rate raten monatlich mensuel cuotas rate parcelas month monthly free over
    kostenlos total subtotal unit per each
"""
"""An amount that is not the price: what is saved, sent, paid by the month."""

REVIEWS: Final = """
    review reviews rating ratings bewertung bewertungen rezensionen avis évaluations opiniones
    reseñas valoraciones recensioni avaliações beoordelingen opinii opinie recenze hodnocení
    hodnotenie értékelés recenzii отзыв отзыва отзывов omdömen anmeldelser arvostelut yorum
    değerlendirme stars sterne étoiles estrellas stelle
"""
"""What buyers say."""
